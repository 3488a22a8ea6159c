import { Injectable } from '@nestjs/common';
import { limits, type SpaceRef } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { DiskRoom } from '../spaces/storage/disk-room.service.js';
import { UserSemaphore } from '../../platform/user-semaphore.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { FindOptions, FoundEntries } from '../../platform/file-space/listing/searching.js';
import type { ListOptions } from '../../platform/file-space/listing/space-listing.js';
import { splitParent, withoutNestedPaths } from '../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../platform/file-space/space-tree.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { ancestorDirs } from '../spaces/ancestor-dirs.js';
import { SpaceReading } from '../spaces/listing/space-reading.service.js';
import { SpaceOperations } from '../spaces/operations/space-operations.service.js';
import { SpaceAccess } from '../spaces/space-access.service.js';
import { SpaceNews } from '../spaces/space-news.service.js';
import { DiskSpaceProvider, type DiskSpace } from './disk-space-provider.service.js';
import { PartlyRemovedError, TooManyFoldersError } from './disk.errors.js';

/** What a folder takes of the disk, at the least. */
const folderBytes = 4096;

/** A user's own files. The endpoints' access rule has checked the page; a disk is reached only through its own user. */
@Injectable()
export class DiskService {
  private readonly makings = new UserSemaphore(1);

  constructor(
    private readonly home: DiskSpaceProvider,
    private readonly access: SpaceAccess,
    private readonly reading: SpaceReading,
    private readonly operations: SpaceOperations,
    private readonly news: SpaceNews,
    private readonly room: DiskRoom,
    private readonly realtime: Realtime,
  ) {}

  /** The absolute folder of a user's files, made when missing. */
  async homeDir(homeKey: string): Promise<string> {
    await this.home.openHome(homeKey);
    return this.home.folderOf(homeKey);
  }

  async list(
    caller: Principal,
    path: string,
    options: Omit<ListOptions, 'language' | 'filter'>,
  ): Promise<{ entries: SpaceEntry[]; isCut: boolean }> {
    return this.reading.list(caller, await this.open(caller), path, options);
  }

  /** How many entries a folder has. */
  async summary(caller: Principal, path: string): Promise<{ total: number; folders: number }> {
    return this.reading.count(caller, await this.open(caller), path);
  }

  async find(
    caller: Principal,
    key: string,
    path: string,
    options: Omit<FindOptions, 'filter'>,
  ): Promise<FoundEntries> {
    return this.reading.find(caller, await this.open(caller), key, path, options);
  }

  async mkdir(caller: Principal, path: string): Promise<SpaceEntry> {
    const space = await this.open(caller);
    const entry = await this.operations.mkdir(space, caller, path);
    this.announce(space, [path]);
    return entry;
  }

  /** Makes folders and those above them; existing ones stay. Done again it changes nothing. One such call of a user at a time. */
  async mkdirs(caller: Principal, paths: readonly string[], signal: AbortSignal): Promise<void> {
    const wanted = new Set(paths.flatMap((path) => ancestorDirs(path)));
    if (wanted.size > limits.foldersAtOnce) {
      throw new TooManyFoldersError(limits.foldersAtOnce);
    }
    await this.makings.run(caller.userId, async () => {
      signal.throwIfAborted();
      await this.room.claim(wanted.size * folderBytes);
      const space = await this.open(caller);
      const changed = new Set<string>();
      try {
        const note = (dir: string): void => void changed.add(dir);
        await this.operations.makeManyDirs(space, caller, paths, note, signal);
      } finally {
        this.news.filesChanged(space, changed);
      }
    });
  }

  async rename(caller: Principal, path: string, newPath: string): Promise<SpaceEntry> {
    const space = await this.open(caller);
    const entry = await this.operations.rename(space, caller, path, newPath);
    this.announce(space, [path, newPath]);
    return entry;
  }

  /** Moves what it can to the trash; the first failure is told once the rest is done. */
  async remove(caller: Principal, paths: readonly string[]): Promise<void> {
    const space = await this.open(caller);
    const removed: string[] = [];
    const failed: string[] = [];
    let first: DomainError | undefined;
    for (const path of withoutNestedPaths(paths)) {
      try {
        await this.operations.remove(space, caller, path);
        removed.push(path);
      } catch (error) {
        if (!(error instanceof DomainError)) {
          throw error;
        }
        failed.push(path);
        first ??= error;
      }
    }
    this.announce(space, removed);
    if (removed.length > 0) {
      this.realtime.publish('trashChanged', audience.user(caller.userId), { space: 'disk' });
    }
    if (first) {
      throw removed.length > 0 ? new PartlyRemovedError(failed, first) : first;
    }
  }

  /** Whether a name is taken in a folder of a space, and the first free one like it. */
  async checkSameName(
    caller: Principal,
    ref: SpaceRef,
    dir: string,
    name: string,
  ): Promise<{ sameName: boolean; newName: string }> {
    const { files } = await this.access.openFor(caller, ref, 'view', [dir]);
    const newName = await files.freeName(dir, name);
    return { sameName: newName !== name, newName };
  }

  private open(caller: Principal): Promise<DiskSpace> {
    return this.home.openWithoutQuota(caller);
  }

  /** Tells the user's windows which folders look different now. */
  private announce(space: DiskSpace, paths: readonly string[]): void {
    this.news.filesChanged(
      space,
      paths.map((path) => splitParent(path)?.dir ?? '/'),
    );
  }
}
