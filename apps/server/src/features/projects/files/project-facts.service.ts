import { Injectable } from '@nestjs/common';
import type { UserOption } from '@clusterdesk/contracts';
import { allowed, type Space } from '../../spaces/space.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectPeopleRepository } from '../members/project-people.repository.js';
import { ProjectPermissions } from '../permission/project-permissions.service.js';
import { ProjectNotFoundError } from '../project.errors.js';
import { projectRef } from '../space/project-ref.js';
import { ProjectSpaceProvider } from '../space/project-space-provider.service.js';

/** What the platform itself knows of the files of a project, for features that have decided who may get to know it. */
@Injectable()
export class ProjectFacts {
  constructor(
    private readonly spaces: ProjectSpaceProvider,
    private readonly projects: ProjectAccessRepository,
    private readonly permissions: ProjectPermissions,
    private readonly people: ProjectPeopleRepository,
  ) {}

  /** The whole space without anybody's rights. @throws ProjectNotFoundError */
  async open(projectId: string): Promise<Space> {
    const key = projectRef(projectId);
    const files = await this.spaces.filesOf(key);
    if (!files) {
      throw new ProjectNotFoundError();
    }
    return {
      key,
      files,
      quota: null,
      hasEntryRights: false,
      can: (_, paths) => Promise.resolve(paths.map(() => allowed)),
      locate: (path) => ({ key, path }),
    };
  }

  /** Who put each of these entries there; null: nobody knows, or the user is gone. */
  async whoPut(projectId: string, paths: readonly string[]): Promise<(UserOption | null)[]> {
    const project = await this.projects.find(projectId, null);
    if (!project) {
      return paths.map(() => null);
    }
    const decisions = await this.permissions.decide(project, '', paths);
    const ids = decisions.map(({ putBy }) => putBy);
    const users = await this.people.listOptions([...new Set(ids.flatMap((id) => id ?? []))]);
    return ids.map((id) => (id === null ? null : (users.get(id) ?? null)));
  }
}
