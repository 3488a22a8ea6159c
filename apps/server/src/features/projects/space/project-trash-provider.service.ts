import { readdir } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../../../platform/database/is-uuid.js';
import { noneWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { removeTree } from '../../../platform/file-space/trash/tree-removal.js';
import { SpaceTree } from '../../../platform/file-space/space-tree.js';
import { TrashStore } from '../../../platform/file-space/trash/trash-store.js';
import { audience, type Audience } from '../../../platform/realtime/audience.js';
import type { SpaceKey } from '../../spaces/space-key.js';
import { EntryTree } from '../../spaces/entries/entry-tree.js';
import type { TrashProvider } from '../../spaces/trash/trash-provider.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectRepository } from '../settings/project.repository.js';
import { ProjectPaths } from './project-paths.service.js';

/** The trashes of projects, called by the id. */
@Injectable()
export class ProjectTrashProvider implements TrashProvider {
  readonly space = 'project';

  constructor(
    private readonly projects: ProjectAccessRepository,
    private readonly repository: ProjectRepository,
    private readonly dataSource: DataSource,
    private readonly tree: EntryTree,
    private readonly folders: ProjectPaths,
  ) {}

  async list(): Promise<string[]> {
    return (await readdir(this.folders.trashes).catch(noneWhenGone)).filter(isUuid);
  }

  open(id: string): TrashStore {
    const { root, trash } = this.folders.of(id);
    return new TrashStore(trash, new SpaceTree(root));
  }

  async keyOf(id: string): Promise<SpaceKey | null> {
    return (await this.projects.find(id, null)) ? { space: 'project', spaceId: id } : null;
  }

  /** Projects that were deleted long ago: their files first, so that a kill leaves a row that is found again. */
  async expireOthers(before: Date, signal: AbortSignal): Promise<void> {
    for (const id of await this.repository.listDeleted(this.dataSource.manager, before)) {
      const { root, trash } = this.folders.of(id);
      await removeTree(root, signal);
      await removeTree(trash, signal);
      if (signal.aborted) {
        return;
      }
      await this.dataSource.transaction(async (manager) => {
        await this.tree.forget({ space: 'project', spaceId: id }, manager);
        await this.repository.delete(manager, id);
      });
    }
  }

  nameOf({ spaceId }: SpaceKey): Promise<string> {
    return Promise.resolve(spaceId);
  }

  /** Owner and administrator, who may look into it. */
  async audienceOf({ spaceId }: SpaceKey): Promise<Audience[]> {
    const project = await this.projects.find(spaceId, null);
    const ids = new Set([project?.ownerId, project?.adminId]);
    return [...ids].flatMap((id) => (id ? [audience.user(id)] : []));
  }
}
