import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import type { OnTrashed } from '../../../platform/file-space/rooted-files.js';
import { cleanPath, joinPath, splitParent } from '../../../platform/file-space/space-path.js';
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
  const missing = new Set<string>();
  const present = new Set<string>();
  for (const path of new Set(paths)) {
    const dirs = ancestorDirs(path).slice(1);
    // Each question walks from the root: of a deep path a few are asked, not all.
    let first = dirs.findLastIndex((dir) => present.has(dir)) + 1;
    for (let end = dirs.length; first < end;) {
      const middle = Math.floor((first + end) / 2);
      const dir = dirs[middle] ?? '/';
      if (missing.has(dir) || (await isMissing(space, dir))) {
        end = middle;
      } else {
        first = middle + 1;
      }
    }
    dirs.forEach((dir, index) => (index < first ? present : missing).add(dir));
  }
  return [...missing].flatMap((path): IntendedStep[] => {
    const parent = splitParent(path);
    return parent ? [{ kind: 'add', ...parent, identity: null, replaces: null }] : [];
  });
}

function isMissing(space: Space, path: string): Promise<boolean> {
  return space.files.stat(path).then(
    () => false,
    (error: unknown) => error instanceof EntryNotFoundError,
  );
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
