import { Injectable } from '@nestjs/common';
import type { FileSpace } from '../../../platform/file-space/file-space.js';
import type { PlacingOutcome } from '../../../platform/file-space/placing/batch-placing.js';
import {
  identifyStaged,
  type Conflict,
  type NewFile,
} from '../../../platform/file-space/placing/file-placing.js';
import { hiddenName } from '../../../platform/file-space/listing/folder-reading.js';
import { cleanPath, joinPath, splitParent } from '../../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { uuidv7 } from '../../../platform/file-space/uuidv7.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { fileVersionsSetting } from '../versions/version-rules.settings.js';
import type { Space } from '../space.js';
import type { SpaceKey } from '../space-key.js';
import { placed, type IntendedStep } from './intended-step.js';
import { OperationLog } from './operation-log.service.js';
import { clearedIdOf, clearing, moveStep } from './planned-steps.js';
import type { EntryChange } from './space-observer.js';
import { WriteAhead, type Actor } from './write-ahead.service.js';
import { type FileIdentity, formatIdentity } from '../../../platform/file-space/file-identity.js';

/** A finished file or folder in staging, and where it is to be placed. */
export interface StagedEntry {
  staged: string;
  identity: FileIdentity;
  isDirectory: boolean;
  dir: string;
  name: string;
  conflict: Conflict;
  /** What it replaces is kept, even where the settings keep nothing. */
  isKept?: boolean;
}

/**
 * Makes, moves, removes, restores and places entries. Every feature changes entries through this service, so that observers learn of it
 * even when the process dies in between: the intention is recorded first, then the files change, then the observers are told in the
 * transaction that deletes the record. Changes without observers are not recorded. The caller checks the user's rights before.
 */
@Injectable()
export class SpaceOperations {
  constructor(
    private readonly ahead: WriteAhead,
    private readonly log: OperationLog,
    private readonly settings: Settings,
  ) {}

  /** Creates a folder in an existing one. */
  mkdir(space: Space, by: Actor, path: string): Promise<SpaceEntry> {
    return this.ahead.make(space, by, (onMade) => space.files.mkdir(path, onMade));
  }

  /** Creates the folders of a path that are missing; returns the path as the existing ones spell it. */
  makeDirs(space: Space, by: Actor, path: string): Promise<string> {
    return this.ahead.make(space, by, (onMade) => space.files.makeDirs(path, onMade));
  }

  /** Creates the folders of many paths that are missing. `onChange` hears of each folder that got a new one. */
  makeManyDirs(
    space: Space,
    by: Actor,
    paths: readonly string[],
    onChange: (dir: string) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    return this.ahead.make(space, by, (onMade) =>
      space.files.makeManyDirs(paths, { onChange, onMade, signal }),
    );
  }

  /** Renames or moves an entry; a taken name is never replaced. */
  async rename(space: Space, by: Actor, from: string, to: string): Promise<SpaceEntry> {
    return this.ahead.perform(
      space,
      by,
      ['moved'],
      async () => [await moveStep(space, from, splitParent(to) ?? { dir: '/', name: '' }, null)],
      () => space.files.move(from, to),
      ({ path }) =>
        path === cleanPath(from) ? [] : [{ kind: 'moved', from: cleanPath(from), to: path }],
    );
  }

  /** Renames an entry whose name no path can express. To observers its old name is `hiddenName`. */
  async renameHidden(
    space: Space,
    by: Actor,
    dir: string,
    rawName: Buffer,
    newName: string,
  ): Promise<SpaceEntry> {
    const from = joinPath(cleanPath(dir), hiddenName(rawName.toString()));
    return this.ahead.perform(
      space,
      by,
      ['moved'],
      async () => {
        const identity = formatIdentity(await space.files.identifyHidden(dir, rawName));
        return [
          { kind: 'move', from, dir: cleanPath(dir), name: newName, identity, clearedId: null },
        ];
      },
      () => space.files.renameHidden(dir, rawName, newName),
      ({ path }) => [{ kind: 'moved', from, to: path }],
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
    const from = cleanPath(path);
    const name = splitParent(path)?.name ?? '';
    const clearedId = clearedIdOf(conflict);
    const isKept = await this.keepsVersions();
    return this.ahead.perform(
      space,
      by,
      changesOfPlacing('moved', conflict),
      async () => [await moveStep(space, path, { dir, name }, clearedId)],
      (changes) =>
        space.files.moveInto(path, dir, conflict, clearing({ clearedId }, changes, isKept)),
      ({ path: to }) => (to === from ? [] : [{ kind: 'moved', from, to }]),
    );
  }

  /** Moves an entry into the trash; the id under which it lies there. */
  async remove(space: Space, by: Actor, path: string): Promise<{ id: string }> {
    const trashId = uuidv7();
    const step = { kind: 'remove', path: cleanPath(path), trashId } as const;
    return this.ahead.perform(
      space,
      by,
      ['removed'],
      () => [step],
      () => space.files.toTrash(path, trashId),
      () => [{ ...step, kind: 'removed' }],
    );
  }

  /** Puts a finished entry into a folder; done again after a crash, it finds what it placed. */
  async place(space: Space, by: Actor, entry: StagedEntry): Promise<SpaceEntry> {
    const { staged, identity, dir, name, conflict } = entry;
    const step = addStep(dir, name, identity, conflict);
    const isKept = entry.isKept ?? (await this.keepsVersions());
    return this.ahead.perform(
      space,
      by,
      changesOfPlacing('added', conflict),
      () => [step],
      (changes) => {
        const making = clearing(step, changes, isKept);
        return entry.isDirectory
          ? space.files.placeTree(staged, dir, name, conflict, identity, making)
          : space.files.place(staged, identity, dir, name, conflict, making);
      },
      ({ path }) => placed(step, path),
    );
  }

  /** Puts many sealed files into one folder: each one's path, or why it was not placed. */
  async placeAll(
    space: Space,
    by: Actor,
    dir: string,
    files: readonly NewFile[],
  ): Promise<PlacingOutcome[]> {
    const isKept = await this.keepsVersions();
    const steps = await Promise.all(
      files.map(async ({ staged, name, conflict }) =>
        addStep(dir, name, await identifyStaged(staged), conflict),
      ),
    );
    return this.ahead.perform(
      space,
      by,
      changesOfPlacing('added', files.find(isOverwriting)?.conflict ?? 'refuse'),
      () => steps,
      (changes) =>
        space.files.placeAll(
          dir,
          files.map((file, index) => ({
            ...file,
            clearing: clearing(steps[index] ?? { clearedId: null }, changes, isKept),
          })),
        ),
      (outcomes) =>
        outcomes.flatMap((outcome, index) =>
          'path' in outcome
            ? placed({ clearedId: clearedIdOf(files[index]?.conflict ?? 'refuse') }, outcome.path)
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
      [{ kind: 'restore', from, trashId: id, identity: formatIdentity(identity) }],
      () => files.restore(id),
      (entry) => [{ kind: 'restored', path: entry.path, from, trashId: id }],
    );
  }

  private async keepsVersions(): Promise<boolean> {
    return (await this.settings.get(fileVersionsSetting)) > 0;
  }

  /** Deletes an entry of a space's trash permanently; its bytes are freed later. */
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

const isOverwriting = ({ conflict }: NewFile): boolean => conflict === 'overwrite';

function addStep(
  dir: string,
  name: string,
  identity: FileIdentity,
  conflict: Conflict,
): Extract<IntendedStep, { kind: 'add' }> {
  const clearedId = clearedIdOf(conflict);
  return { kind: 'add', dir: cleanPath(dir), name, identity: formatIdentity(identity), clearedId };
}

/** What happens besides when the entry may take the place of another. */
function changesOfPlacing(kind: 'added' | 'moved', conflict: Conflict): EntryChange['kind'][] {
  return conflict === 'overwrite' ? [kind, 'replaced', 'removed', 'kept'] : [kind];
}
