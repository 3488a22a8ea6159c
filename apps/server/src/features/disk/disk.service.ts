import { Injectable } from '@nestjs/common';
import type { Principal } from '../../platform/http/access/principal.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { FileSpace } from '../../platform/file-space/file-space.js';
import type { FoundEntries, ListOptions } from '../../platform/file-space/listing/space-listing.js';
import { splitParent, withoutNestedPaths } from '../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../platform/file-space/space-tree.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { DiskSpaceProvider } from './disk-space-provider.service.js';
import { PartlyRemovedError } from './disk.errors.js';

/** A user's own files. The endpoints' access rule has checked the page; a disk is reached only through its own user. */
@Injectable()
export class DiskService {
  constructor(
    private readonly home: DiskSpaceProvider,
    private readonly realtime: Realtime,
  ) {}

  /** The absolute folder of a user's files, made when missing. */
  async homeDir(userName: string): Promise<string> {
    await this.home.open(userName);
    return this.home.folderOf(userName);
  }

  async list(
    caller: Principal,
    path: string,
    options: Omit<ListOptions, 'language'>,
  ): Promise<SpaceEntry[]> {
    const space = await this.open(caller);
    return space.list(path, { ...options, language: caller.language });
  }

  /** How many entries a folder has. */
  async summary(caller: Principal, path: string): Promise<{ total: number; folders: number }> {
    return (await this.open(caller)).count(path, caller.language);
  }

  async find(caller: Principal, key: string, path: string): Promise<FoundEntries> {
    return (await this.open(caller)).find(key, path);
  }

  async mkdir(caller: Principal, path: string): Promise<SpaceEntry> {
    const entry = await (await this.open(caller)).mkdir(path);
    this.announce(caller, [path]);
    return entry;
  }

  /** Makes folders and those above them; existing ones stay. Done again it changes nothing. */
  async mkdirs(caller: Principal, paths: readonly string[]): Promise<void> {
    const space = await this.open(caller);
    const changed = new Set<string>();
    try {
      await space.makeManyDirs(paths, (dir) => changed.add(dir));
    } finally {
      this.announceDirs(caller, changed);
    }
  }

  async rename(caller: Principal, path: string, newPath: string): Promise<SpaceEntry> {
    const entry = await (await this.open(caller)).move(path, newPath);
    this.announce(caller, [path, newPath]);
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
        await space.toTrash(path);
        removed.push(path);
      } catch (error) {
        if (!(error instanceof DomainError)) {
          throw error;
        }
        failed.push(path);
        first ??= error;
      }
    }
    this.announce(caller, removed);
    if (removed.length > 0) {
      this.realtime.publish('trashChanged', audience.user(caller.userId), { space: 'disk' });
    }
    if (first) {
      throw removed.length > 0 ? new PartlyRemovedError(failed, first) : first;
    }
  }

  /** Whether a name is taken in a folder, and the first free one like it. */
  async checkSameName(
    caller: Principal,
    dir: string,
    name: string,
  ): Promise<{ sameName: boolean; newName: string }> {
    const space = await this.open(caller);
    const newName = await space.freeName(dir, name);
    return { sameName: newName !== name, newName };
  }

  private open(caller: Principal): Promise<FileSpace> {
    return this.home.open(caller.userName);
  }

  /** Tells the user's windows which folders look different now. */
  private announce(caller: Principal, paths: readonly string[]): void {
    this.announceDirs(caller, new Set(paths.map((path) => splitParent(path)?.dir ?? '/')));
  }

  private announceDirs(caller: Principal, dirs: ReadonlySet<string>): void {
    for (const dir of dirs) {
      this.realtime.publish('filesChanged', audience.user(caller.userId), { space: 'disk', dir });
    }
  }
}
