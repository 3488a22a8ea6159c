import { Injectable } from '@nestjs/common';
import type { FileSpace } from '../../../platform/file-space/file-space.js';
import type { PlacingOutcome } from '../../../platform/file-space/placing/batch-placing.js';
import {
  identifyStaged,
  type Conflict,
  type FileIdentity,
  type NewFile,
} from '../../../platform/file-space/placing/file-placing.js';
import { cleanPath, splitParent } from '../../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { uuidv7 } from '../../../platform/file-space/uuidv7.js';
import type { Space } from '../space.js';
import type { SpaceKey } from '../space-key.js';
import { OperationLog } from './operation-log.service.js';
import {
  addedBy,
  collectTrashed,
  entryToReplace,
  missingFolders,
  moveStep,
  replacementOf,
} from './planned-steps.js';
import type { EntryChange } from './space-observer.js';
import { WriteAhead, type Actor } from './write-ahead.service.js';

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
 * What no observer is told of is not written down. Whether the user may do it is the caller's to ask before.
 */
@Injectable()
export class SpaceOperations {
  constructor(
    private readonly ahead: WriteAhead,
    private readonly log: OperationLog,
  ) {}

  /** Creates a folder in an existing one. */
  async mkdir(space: Space, by: Actor, path: string): Promise<SpaceEntry> {
    const parent = splitParent(path);
    return this.ahead.perform(
      space,
      by,
      ['added'],
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
    return this.ahead.perform(
      space,
      by,
      ['added'],
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
    await this.ahead.perform(
      space,
      by,
      ['added'],
      () => missingFolders(space, paths),
      () => space.files.makeManyDirs(paths, onChange, signal),
      (_, steps) => steps.flatMap(addedBy),
    );
  }

  /** Renames or moves an entry; a taken name is never replaced. */
  async rename(space: Space, by: Actor, from: string, to: string): Promise<SpaceEntry> {
    return this.ahead.perform(
      space,
      by,
      ['moved'],
      async () => [await moveStep(space, from, splitParent(to)?.dir ?? '/', null)],
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
    return this.ahead.perform(
      space,
      by,
      changesOfPlacing('moved', conflict),
      async () => [
        await moveStep(space, path, dir, await entryToReplace(space, dir, name, conflict)),
      ],
      () => space.files.moveInto(path, dir, conflict, collectTrashed(trashed)),
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
    return this.ahead.perform(
      space,
      by,
      ['removed'],
      () => [{ kind: 'remove', path: cleanPath(path), trashId }],
      () => space.files.toTrash(path, trashId),
      () => [{ kind: 'removed', path: cleanPath(path), trashId }],
    );
  }

  /** Puts a finished entry into a folder; done again after a crash, it finds what it placed. */
  async place(space: Space, by: Actor, entry: StagedEntry): Promise<SpaceEntry> {
    const { staged, identity, dir, name, conflict } = entry;
    const trashed: EntryChange[] = [];
    return this.ahead.perform(
      space,
      by,
      changesOfPlacing('added', conflict),
      async () => [
        {
          kind: 'add',
          dir,
          name,
          identity: `${identity.dev}:${identity.ino}`,
          replaces: await entryToReplace(space, dir, name, conflict),
        },
      ],
      () =>
        entry.isDirectory
          ? space.files.placeTree(staged, dir, name, conflict, identity, collectTrashed(trashed))
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
    return this.ahead.perform(
      space,
      by,
      files.some(({ conflict }) => conflict === 'overwrite') ? ['added', 'replaced'] : ['added'],
      () =>
        Promise.all(
          files.map(async ({ staged, name, conflict }) => {
            const { dev, ino } = await identifyStaged(staged);
            const replaces = await entryToReplace(space, dir, name, conflict);
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
    const observed = this.log.isObserved(key, ['restored']) ? await files.trash.identify(id) : null;
    if (!observed) {
      return files.restore(id);
    }
    const { path: from, identity } = observed;
    return this.ahead.write(
      key,
      by,
      [{ kind: 'restore', from, trashId: id, identity: `${identity.dev}:${identity.ino}` }],
      () => files.restore(id),
      (entry) => [{ kind: 'restored', path: entry.path, from, trashId: id }],
    );
  }

  /** Gives an entry of a space's trash up for good; its bytes go later. */
  async purge(key: SpaceKey, files: FileSpace['trash'], by: Actor, id: string): Promise<void> {
    if (!this.log.isObserved(key, ['purged'])) {
      await files.purge(id);
      return;
    }
    await this.ahead.write(
      key,
      by,
      [{ kind: 'purge', trashId: id }],
      () => files.purge(id),
      () => [{ kind: 'purged', trashId: id }],
    );
  }
}

/** What happens besides when the entry may take the place of another. */
function changesOfPlacing(kind: 'added' | 'moved', conflict: Conflict): EntryChange['kind'][] {
  return conflict === 'overwrite' ? [kind, 'replaced', 'removed'] : [kind];
}
