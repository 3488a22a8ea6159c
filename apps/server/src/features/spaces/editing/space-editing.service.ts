import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { hiddenName } from '../../../platform/file-space/listing/folder-reading.js';
import {
  joinPath,
  splitParent,
  withoutNestedPaths,
} from '../../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { actOnEach } from '../act-on-each.js';
import { ancestorDirs } from '../ancestor-dirs.js';
import { NewNames } from './new-names.service.js';
import { SpaceOperations } from '../operations/space-operations.service.js';
import { PartlyRemovedError, TooManyFoldersError } from '../space.errors.js';
import { SpaceEventPublisher } from '../space-event-publisher.service.js';
import { assertMay, type Space, type SpaceUser } from '../space.js';
import { FreeSpaceGuard } from '../storage/free-space-guard.service.js';
import { TrashEventPublisher } from '../trash/trash-event-publisher.service.js';

/** The least that a folder takes of the disk. */
const folderBytes = 4096;

/** What a user changes in an opened space, as far as the rights there go; open windows are told. */
@Injectable()
export class SpaceEditing {
  constructor(
    private readonly operations: SpaceOperations,
    private readonly news: SpaceEventPublisher,
    private readonly trashNews: TrashEventPublisher,
    private readonly room: FreeSpaceGuard,
    private readonly names: NewNames,
  ) {}

  /** Creates a folder in an existing one. */
  async mkdir(space: Space, user: SpaceUser, path: string): Promise<SpaceEntry> {
    await assertMay(space, 'add', [parentOf(path)]);
    await this.names.check(nameOf(path));
    const entry = await this.operations.mkdir(space, user, path);
    this.announce(space, [path]);
    return entry;
  }

  /** Makes folders and missing folders above them. Existing ones stay: a second call changes nothing. */
  async mkdirs(
    space: Space,
    user: SpaceUser,
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = new Set(paths.flatMap((path) => ancestorDirs(path)));
    if (wanted.size > limits.foldersAtOnce) {
      throw new TooManyFoldersError();
    }
    // What is missing above them has the rights of the nearest folder that is there.
    await assertMay(space, 'add', paths);
    await this.checkMissing(space, wanted);
    signal.throwIfAborted();
    await this.room.claim(wanted.size * folderBytes);
    const changed = new Set<string>();
    try {
      const note = (dir: string): void => void changed.add(dir);
      await this.operations.makeManyDirs(space, user, paths, note, signal);
    } finally {
      this.news.filesChanged(space, changed);
    }
  }

  /** Renames or moves an entry; a taken name is never replaced. */
  async rename(space: Space, user: SpaceUser, path: string, newPath: string): Promise<SpaceEntry> {
    await assertMay(space, 'edit', [path]);
    if (parentOf(newPath) !== parentOf(path)) {
      await assertMay(space, 'add', [parentOf(newPath)]);
    }
    if (nameOf(newPath)[0] !== nameOf(path)[0]) {
      await this.names.check(nameOf(newPath));
    }
    const entry = await this.operations.rename(space, user, path, newPath);
    this.announce(space, [path, newPath]);
    return entry;
  }

  /** Renames an entry whose name no path can express; a taken name is never replaced. */
  async renameHidden(
    space: Space,
    user: SpaceUser,
    dir: string,
    rawName: Buffer,
    newName: string,
  ): Promise<SpaceEntry> {
    await assertMay(space, 'edit', [joinPath(dir, hiddenName(rawName.toString()))]);
    await this.names.check([newName]);
    const entry = await this.operations.renameHidden(space, user, dir, rawName, newName);
    this.announce(space, [entry.path]);
    return entry;
  }

  /** Moves what it can to the trash, then reports the first failure. */
  async remove(space: Space, user: SpaceUser, paths: readonly string[]): Promise<void> {
    const removed: string[] = [];
    const removeOne = async (path: string): Promise<void> => {
      await assertMay(space, 'edit', [path]);
      await this.operations.remove(space, user, path);
      removed.push(path);
    };
    try {
      await actOnEach(withoutNestedPaths(paths), removeOne, PartlyRemovedError);
    } finally {
      this.announce(space, removed);
      if (removed.length > 0) {
        await this.trashNews.tell(space.key);
      }
    }
  }

  /** Folders that are there already keep their names. */
  private async checkMissing(space: Space, paths: Iterable<string>): Promise<void> {
    const check = await this.names.rule();
    for (const path of paths) {
      try {
        check(nameOf(path));
      } catch (refusal) {
        const isThere = await space.files.stat(path).then(
          () => true,
          () => false,
        );
        if (!isThere) {
          throw refusal;
        }
      }
    }
  }

  /** Tells open windows which folders look different now. */
  private announce(space: Space, paths: readonly string[]): void {
    this.news.filesChanged(space, paths.map(parentOf));
  }
}

/** None of the root. */
const nameOf = (path: string): string[] => {
  const name = splitParent(path)?.name;
  return name === undefined ? [] : [name];
};

function parentOf(path: string): string {
  return splitParent(path)?.dir ?? '/';
}
