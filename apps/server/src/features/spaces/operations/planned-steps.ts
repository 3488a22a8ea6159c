import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import type { OnTrashed } from '../../../platform/file-space/rooted-files.js';
import { joinPath, splitParent, splitPath } from '../../../platform/file-space/space-path.js';
import { ancestorDirs } from '../ancestor-dirs.js';
import type { Space } from '../space.js';
import { replacement, type IntendedStep } from './intended-step.js';
import type { EntryChange } from './space-observer.js';

/** The entry at `from` is to come into the folder `dir`, in place of the entry at `replaces`. @throws EntryNotFoundError */
export async function moveStep(
  space: Space,
  from: string,
  dir: string,
  replaces: string | null,
): Promise<IntendedStep> {
  const { dev, ino } = await space.files.identify(from);
  return { kind: 'move', from: cleanPath(from), dir, identity: `${dev}:${ino}`, replaces };
}

/** The folders on these paths that are not there yet. */
export async function missingFolders(
  space: Space,
  paths: readonly string[],
): Promise<IntendedStep[]> {
  const steps: IntendedStep[] = [];
  for (const path of new Set(paths.flatMap((one) => ancestorDirs(one).slice(1)))) {
    const isMissing = await space.files.stat(path).then(
      () => false,
      (error: unknown) => error instanceof EntryNotFoundError,
    );
    const parent = splitParent(path);
    if (isMissing && parent) {
      steps.push({ kind: 'add', ...parent, identity: null, replaces: null });
    }
  }
  return steps;
}

/** What a performed step has added. */
export function addedBy(step: IntendedStep): EntryChange[] {
  return step.kind === 'add' ? [{ kind: 'added', path: joinPath(step.dir, step.name) }] : [];
}

/** The file that will be replaced; what is no file goes to the trash and is told of as removed. */
export async function entryToReplace(
  space: Space,
  dir: string,
  name: string,
  conflict: Conflict,
): Promise<string | null> {
  if (conflict !== 'overwrite') {
    return null;
  }
  try {
    const taken = await space.files.findTaken(dir, name);
    return taken === null ? null : joinPath(cleanPath(dir), taken);
  } catch (error) {
    if (error instanceof EntryNotFoundError) {
      return null;
    }
    throw error;
  }
}

/** What the entry at `path` replaced, unless it made way to the trash. */
export function replacementOf(
  steps: readonly IntendedStep[],
  path: string,
  trashed: readonly EntryChange[],
): EntryChange[] {
  const wentToTrash = trashed.some((change) => change.kind === 'removed' && change.path === path);
  const [step] = steps;
  return step && 'replaces' in step && !wentToTrash ? replacement(step, path) : [];
}

/** Notes what makes way to the trash as removed. */
export function collectTrashed(changes: EntryChange[]): OnTrashed {
  return ({ path, id }) => void changes.push({ kind: 'removed', path, trashId: id });
}

/** The path as entries spell it: one slash before each name, none at the end. */
export function cleanPath(path: string): string {
  return `/${splitPath(path).join('/')}`;
}
