import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import type { VersionFile } from '../../../platform/file-space/placing/version-store.js';
import { cleanPath, splitParent } from '../../../platform/file-space/space-path.js';
import { EntryTree } from '../entries/entry-tree.js';
import { SpaceOperations } from '../operations/space-operations.service.js';
import { SpaceAccess } from '../space-access.service.js';
import { SpaceEventPublisher } from '../space-event-publisher.service.js';
import { SpaceRegistry, assertMay, type Space, type SpaceUser } from '../space.js';
import { VersionNotFoundError } from '../space.errors.js';
import { FileVersionRepository, type FileVersion } from './file-version.repository.js';
import { VersionKeeping } from './version-keeping.service.js';
import type { FileSpace } from '../../../platform/file-space/file-space.js';

/** A version that its user may have. */
export interface FoundVersion {
  /** The whole space. */
  files: FileSpace;
  file: VersionFile;
  entryId: string;
}

/** The earlier versions of a file, with the rights that the user has to the file itself. A path of a folder has none. */
@Injectable()
export class SpaceVersions {
  constructor(
    private readonly access: SpaceAccess,
    private readonly spaces: SpaceRegistry,
    private readonly tree: EntryTree,
    private readonly versions: FileVersionRepository,
    private readonly keeping: VersionKeeping,
    private readonly operations: SpaceOperations,
    private readonly news: SpaceEventPublisher,
    private readonly dataSource: DataSource,
  ) {}

  /** The latest first. */
  async list(user: SpaceUser, ref: SpaceRef, asked: string): Promise<FileVersion[]> {
    const path = cleanPath(asked);
    const space = await this.access.openFor(user, ref, 'view', [path]);
    const { isDirectory } = await space.files.stat(path);
    const entryId = isDirectory ? undefined : await this.entryOf(space, path);
    return entryId === undefined ? [] : this.versions.list(entryId);
  }

  /**
   * Puts a version back in the place of the file, which becomes a version itself. Nothing is added to the space.
   * @throws VersionNotFoundError
   */
  async restore(user: SpaceUser, ref: SpaceRef, asked: string, id: string): Promise<void> {
    const path = cleanPath(asked);
    const { dir, name } = splitParent(path) ?? { dir: '/', name: '' };
    const space = await this.access.openFor(user, ref, 'edit', [path]);
    await assertMay(space, 'add', [dir]);
    const replaced = await space.files.stat(path);
    const { files, file, entryId } = await this.find(space, path, id);
    if (replaced.isDirectory || !(await this.versions.take(entryId, id))) {
      throw new VersionNotFoundError();
    }
    try {
      await this.operations.place(space, user, {
        staged: files.versions.pathOf(id),
        identity: file.identity,
        isDirectory: false,
        dir,
        name,
        conflict: 'overwrite',
        isKept: true,
      });
    } catch (error) {
      await this.versions.giveBack(id);
      throw error;
    }
    await this.dataSource.transaction(async (manager) => {
      await this.keeping.free(manager, await this.versions.delete(manager, entryId, id));
    });
    // Its bytes have left the versions for the place of those that came there.
    await space.note?.(file.sizeBytes - replaced.sizeBytes);
    this.news.filesChanged(space, [dir]);
  }

  /** Deletes a version for good. @throws VersionNotFoundError */
  async remove(user: SpaceUser, ref: SpaceRef, asked: string, id: string): Promise<void> {
    const path = cleanPath(asked);
    const space = await this.access.openFor(user, ref, 'edit', [path]);
    const { entryId } = await this.find(space, path, id);
    await this.dataSource.transaction(async (manager) => {
      await this.keeping.free(manager, await this.versions.delete(manager, entryId, id));
    });
    this.news.filesChanged(space, [splitParent(path)?.dir ?? '/']);
  }

  /** A version of the file that is at the path now; the caller has checked the right to that. @throws VersionNotFoundError */
  async find(space: Space, path: string, id: string): Promise<FoundVersion> {
    const entryId = await this.entryOf(space, path);
    const files = (await this.spaces.find(space.key.space)?.filesOf(space.key)) ?? null;
    const file = (await files?.versions.find(id)) ?? null;
    if (!files || !file || entryId === undefined || !(await this.versions.has(entryId, id))) {
      throw new VersionNotFoundError();
    }
    return { files, file, entryId };
  }

  private async entryOf({ key }: Space, path: string): Promise<string | undefined> {
    return (await this.tree.find(key, [path])).get(path);
  }
}
