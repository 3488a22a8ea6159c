import { Injectable } from '@nestjs/common';
import type { FolderSummary, SpaceRef } from '@clusterdesk/contracts';
import type { FindOptions, FoundEntries } from '../../platform/file-space/listing/searching.js';
import type { ListOptions } from '../../platform/file-space/listing/space-listing.js';
import type { SpaceEntry } from '../../platform/file-space/space-tree.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { SpaceEditing } from '../spaces/editing/space-editing.service.js';
import { SpaceReading } from '../spaces/listing/space-reading.service.js';
import { SpaceAccess } from '../spaces/space-access.service.js';
import { DiskSpaceProvider, type DiskSpace } from './disk-space-provider.service.js';

/** A user's own files. The endpoints' access rule has checked the page; a disk is reached only through its own user. */
@Injectable()
export class DiskService {
  constructor(
    private readonly home: DiskSpaceProvider,
    private readonly access: SpaceAccess,
    private readonly reading: SpaceReading,
    private readonly editing: SpaceEditing,
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
  async summary(caller: Principal, path: string): Promise<FolderSummary> {
    return this.reading.count(caller, await this.open(caller), path);
  }

  async find(
    caller: Principal,
    key: string,
    path: string,
    options: Omit<FindOptions, 'filter'>,
  ): Promise<FoundEntries> {
    return this.reading.find(await this.open(caller), key, path, options);
  }

  async mkdir(caller: Principal, path: string): Promise<SpaceEntry> {
    return this.editing.mkdir(await this.open(caller), caller, path);
  }

  async mkdirs(caller: Principal, paths: readonly string[], signal: AbortSignal): Promise<void> {
    await this.editing.mkdirs(await this.open(caller), caller, paths, signal);
  }

  async rename(caller: Principal, path: string, newPath: string): Promise<SpaceEntry> {
    return this.editing.rename(await this.open(caller), caller, path, newPath);
  }

  async remove(caller: Principal, paths: readonly string[]): Promise<void> {
    await this.editing.remove(await this.open(caller), caller, paths);
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
}
