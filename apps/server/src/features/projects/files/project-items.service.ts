import { Injectable } from '@nestjs/common';
import type { DiskItem, ProjectItem, UserOption } from '@clusterdesk/contracts';
import { DiskItems } from '../../spaces/listing/disk-items.service.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import type { PermissionDecision } from '../permission/decide-permission.js';
import { ProjectPermissions } from '../permission/project-permissions.service.js';
import type { ProjectSpace } from '../space/project-space-provider.service.js';
import { ProjectPeopleRepository } from '../members/project-people.repository.js';

/** Entries of a project as they leave the server: with what the caller may do with each, and who put it there. */
@Injectable()
export class ProjectItems {
  constructor(
    private readonly items: DiskItems,
    private readonly permissions: ProjectPermissions,
    private readonly people: ProjectPeopleRepository,
  ) {}

  async present(
    userId: string,
    { project }: ProjectSpace,
    entries: readonly SpaceEntry[],
  ): Promise<ProjectItem[]> {
    const paths = entries.map(({ path }) => path);
    const [items, decisions] = await Promise.all([
      this.items.present(entries),
      this.permissions.decide(project, userId, paths),
    ]);
    const putters = new Set(decisions.flatMap(({ putBy }) => putBy ?? []));
    const users = await this.people.listOptions([...putters]);
    return items.flatMap((item, index) => {
      const decision = decisions[index];
      return decision ? [toProjectItem(item, decision, users)] : [];
    });
  }

  async presentOne(userId: string, space: ProjectSpace, entry: SpaceEntry): Promise<ProjectItem> {
    const [item] = await this.present(userId, space, [entry]);
    if (!item) {
      throw new Error('An entry was presented as nothing.');
    }
    return item;
  }
}

function toProjectItem(
  item: DiskItem,
  { view, edit, download, putBy }: PermissionDecision,
  users: ReadonlyMap<string, UserOption>,
): ProjectItem {
  return {
    ...item,
    rights: { view, edit, download },
    putBy: putBy === null ? null : (users.get(putBy) ?? null),
  };
}
