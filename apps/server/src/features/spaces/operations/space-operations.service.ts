import { Injectable } from '@nestjs/common';
import type { FileSpace } from '../../../platform/file-space/file-space.js';
import type { OnTrashed } from '../../../platform/file-space/rooted-files.js';
import type { PlacingOutcome } from '../../../platform/file-space/placing/batch-placing.js';
import {
  identifyStaged,
  type Conflict,
  type FileIdentity,
  type NewFile,
} from '../../../platform/file-space/placing/file-placing.js';
import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { joinPath, splitParent, splitPath } from '../../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { uuidv7 } from '../../../platform/file-space/uuidv7.js';
import { ancestorDirs } from '../ancestor-dirs.js';
import type { Space, SpaceUser } from '../space.js';
import type { SpaceKey } from '../space-key.js';
import { replacement, type IntendedStep } from './intended-step.js';
import { OperationLog } from './operation-log.service.js';
import type { EntryChange } from './space-observer.js';

type Actor = Pick<SpaceUser, 'userId'> | null;

/** A finished file or folder of the platform's staging, and where it shall be. */
export interface StagedEntry {
  staged: string;
  identity: FileIdentity;
  isDirectory: boolean;
  dir: string;
  name: string;
  conflict: Conflict;
}

/**
 * Makes, moves, removes, restores and places entries. Every feature that changes entries does it through here, so that
 * whoever keeps something about them by path is told, even when the process dies in between: the intention is written
 * down first, then the files change, then the observers are told in the transaction that takes the intention away.
 * Without an observer nothing is written down. Whether the user may do it is the caller's to ask before.
 */
@Injectable()
export class SpaceOperations {
  constructor(private readonly log: OperationLog) {}

  /** Creates a folder in an existing one. */
  async mkdir(space: Space, by: Actor, path: string): Promise<SpaceEntry> {
    const parent = splitParent(path);
    return this.perform(
      space,
      by,
      () => [
        {
          kind: 'add',
          dir: parent?.dir ?? '/',
          name: parent?.name ?? '',
          identity: null,
          replaces: null,
        },
      ],
      () => space.files.mkdir(path),
      (entry) => [{ kind: 'added', path: entry.path }],
    );
  }

  /** Creates the folders of a path that are missing; returns the path as the existing ones spell it. */
  async makeDirs(space: Space, by: Actor, path: string): Promise<string> {
    return this.perform(
      space,
      by,
      () => missingFolders(space, [path]),
      () => space.files.makeDirs(path),
      (_, steps) => steps.flatMap(addedBy),
    );
  }

  /** Creates the folders of many paths that are missing. `onChange` hears of each folder that got a new one. */
  async makeManyDirs(
    space: Space,
    by: Actor,
    paths: readonly string[],
    onChange: (dir: string) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.perform(
      space,
      by,
      () => missingFolders(space, paths),
      () => space.files.makeManyDirs(paths, onChange, signal),
      (_, steps) => steps.flatMap(addedBy),
    );
  }

  /** Renames or moves an entry; a taken name is never replaced. */
  async rename(space: Space, by: Actor, from: string, to: string): Promise<SpaceEntry> {
    return this.perform(
      space,
      by,
      async () => [await this.moveStep(space, from, splitParent(to)?.dir ?? '/', null)],
      () => space.files.move(from, to),
      (entry) => [{ kind: 'moved', from: cleanPath(from), to: entry.path }],
    );
  }

  /** Moves an entry into a folder under its own name. */
  async moveInto(
    space: Space,
    by: Actor,
    path: string,
    dir: string,
    conflict: Conflict,
  ): Promise<SpaceEntry> {
    const trashed: EntryChange[] = [];
    const name = splitParent(path)?.name ?? '';
    return this.perform(
      space,
      by,
      async () => [
        await this.moveStep(space, path, dir, await replaced(space, dir, name, conflict)),
      ],
      () => space.files.moveInto(path, dir, conflict, collect(trashed)),
      async (entry, steps) =>
        entry.path === cleanPath(path)
          ? []
          : [
              ...trashed,
              ...replacementOf(steps, entry.path, trashed),
              { kind: 'moved', from: cleanPath(path), to: entry.path },
            ],
    );
  }

  /** Moves an entry into the trash; the id under which it lies there. */
  async remove(space: Space, by: Actor, path: string): Promise<{ id: string }> {
    const trashId = uuidv7();
    return this.perform(
      space,
      by,
      () => [{ kind: 'remove', path: cleanPath(path), trashId }],
      () => space.files.toTrash(path, trashId),
      () => [{ kind: 'removed', path: cleanPath(path), trashId }],
    );
  }

  /** Puts a finished entry into a folder; done again after a crash, it finds what it placed. */
  async place(space: Space, by: Actor, entry: StagedEntry): Promise<SpaceEntry> {
    const { staged, identity, dir, name, conflict } = entry;
    const trashed: EntryChange[] = [];
    return this.perform(
      space,
      by,
      async () => [
        {
          kind: 'add',
          dir,
          name,
          identity: `${identity.dev}:${identity.ino}`,
          replaces: await replaced(space, dir, name, conflict),
        },
      ],
      () =>
        entry.isDirectory
          ? space.files.placeTree(staged, dir, name, conflict, identity, collect(trashed))
          : space.files.place(staged, identity, dir, name, conflict),
      async (placed, steps) => [
        ...trashed,
        ...replacementOf(steps, placed.path, trashed),
        { kind: 'added', path: placed.path },
      ],
    );
  }

  /** Puts many sealed files into one folder: each one's path, or why it was not placed. */
  async placeAll(
    space: Space,
    by: Actor,
    dir: string,
    files: readonly NewFile[],
  ): Promise<PlacingOutcome[]> {
    return this.perform(
      space,
      by,
      () =>
        Promise.all(
          files.map(async ({ staged, name, conflict }) => {
            const { dev, ino } = await identifyStaged(staged);
            const replaces = await replaced(space, dir, name, conflict);
            return { kind: 'add' as const, dir, name, identity: `${dev}:${ino}`, replaces };
          }),
        ),
      () => space.files.placeAll(dir, files),
      (outcomes, steps) =>
        outcomes.flatMap((outcome, index): EntryChange[] =>
          'path' in outcome
            ? [
                ...replacementOf(steps.slice(index, index + 1), outcome.path, []),
                { kind: 'added', path: outcome.path },
              ]
            : [],
        ),
    );
  }

  /** Puts an entry of a space's trash back; `files` is the whole space. */
  async restore(key: SpaceKey, files: FileSpace, by: Actor, id: string): Promise<SpaceEntry> {
    const observed = this.log.isObserved(key) ? await files.trash.identify(id) : null;
    if (!observed) {
      return files.restore(id);
    }
    const { path: from, identity } = observed;
    return this.write(
      key,
      by,
      [{ kind: 'restore', from, trashId: id, identity: `${identity.dev}:${identity.ino}` }],
      () => files.restore(id),
      (entry) => [{ kind: 'restored', path: entry.path, from, trashId: id }],
    );
  }

  /** Gives an entry of a space's trash up for good; its bytes go later. */
  async purge(key: SpaceKey, files: FileSpace['trash'], by: Actor, id: string): Promise<void> {
    if (!this.log.isObserved(key)) {
      await files.purge(id);
      return;
    }
    await this.write(
      key,
      by,
      [{ kind: 'purge', trashId: id }],
      () => files.purge(id),
      () => [{ kind: 'purged', trashId: id }],
    );
  }

  /** Paths of steps and changes are the given space's; written down and told are those of the space that they lie in. */
  private async perform<T>(
    space: Space,
    by: Actor,
    plan: () => IntendedStep[] | Promise<IntendedStep[]>,
    act: () => Promise<T>,
    changesOf: (
      result: T,
      steps: readonly IntendedStep[],
    ) => EntryChange[] | Promise<EntryChange[]>,
  ): Promise<T> {
    const { key } = space.locate('/');
    if (!this.log.isObserved(key)) {
      return act();
    }
    const whole = (path: string): string => space.locate(path).path;
    const planned = await plan();
    return this.write(
      key,
      by,
      planned.map((step) => mapPaths(step, whole)),
      act,
      async (result) => (await changesOf(result, planned)).map((change) => mapPaths(change, whole)),
    );
  }

  private async write<T>(
    key: SpaceKey,
    by: Actor,
    steps: IntendedStep[],
    act: () => Promise<T>,
    changesOf: (result: T) => EntryChange[] | Promise<EntryChange[]>,
  ): Promise<T> {
    const userId = by?.userId ?? null;
    const id = await this.log.begin(key, userId, steps);
    let result: T;
    try {
      result = await act();
    } catch (error) {
      await this.log.settleFailed(id);
      throw error;
    }
    await this.log.finish(id, key, userId, await changesOf(result));
    return result;
  }

  private async moveStep(
    space: Space,
    from: string,
    dir: string,
    replaces: string | null,
  ): Promise<IntendedStep> {
    const { dev, ino } = await space.files.identify(from);
    return { kind: 'move', from: cleanPath(from), dir, identity: `${dev}:${ino}`, replaces };
  }
}

/** The folders on these paths that are not there yet. */
async function missingFolders(space: Space, paths: readonly string[]): Promise<IntendedStep[]> {
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

function addedBy(step: IntendedStep): EntryChange[] {
  return step.kind === 'add' ? [{ kind: 'added', path: joinPath(step.dir, step.name) }] : [];
}

const pathFields = new Set(['path', 'from', 'to', 'dir', 'replaces']);

function mapPaths<T extends IntendedStep | EntryChange>(what: T, map: (path: string) => string): T {
  const mapped = Object.entries(what).map(([field, value]: [string, unknown]) => [
    field,
    pathFields.has(field) && typeof value === 'string' ? map(value) : value,
  ]);
  return Object.fromEntries(mapped) as T;
}

/** The file that will be replaced; what is no file goes to the trash and is told of as removed. */
async function replaced(
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

function replacementOf(
  steps: readonly IntendedStep[],
  path: string,
  trashed: readonly EntryChange[],
): EntryChange[] {
  const wentToTrash = trashed.some((change) => change.kind === 'removed' && change.path === path);
  const [step] = steps;
  return step && 'replaces' in step && !wentToTrash ? replacement(step, path) : [];
}

function collect(changes: EntryChange[]): OnTrashed {
  return ({ path, id }) => void changes.push({ kind: 'removed', path, trashId: id });
}

function cleanPath(path: string): string {
  return `/${splitPath(path).join('/')}`;
}
