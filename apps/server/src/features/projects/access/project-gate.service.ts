import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SpaceUser } from '../../spaces/space.js';
import { ProjectPermissions } from '../permission/project-permissions.service.js';
import { ProjectManagersOnlyError, ProjectNotFoundError } from '../project.errors.js';
import { isManager, mayUseProjects, accessRoleOf } from '../project.policy.js';
import type { ProjectAccess } from './project-access.js';
import { ProjectAccessRepository } from './project-access.repository.js';

/** Who may enter a project, and who decides in it. For all others it does not exist. */
@Injectable()
export class ProjectGate {
  constructor(
    private readonly projects: ProjectAccessRepository,
    private readonly permissions: ProjectPermissions,
  ) {}

  /** For its members, and for whoever may view its top folder. @throws ProjectNotFoundError */
  async enter(user: SpaceUser, projectId: string): Promise<ProjectAccess> {
    const project = await this.find(user, projectId);
    if (accessRoleOf(user.userId, project) === 'other') {
      const [top] = await this.permissions.decide(project, user.userId, ['/']);
      if (!top?.view) {
        throw new ProjectNotFoundError();
      }
    }
    return project;
  }

  /** For its members. @throws ProjectNotFoundError */
  async enterAsMember(user: SpaceUser, projectId: string): Promise<ProjectAccess> {
    return assertMember(user, await this.find(user, projectId));
  }

  /** For its owner and its administrator. @throws ProjectNotFoundError, ProjectManagersOnlyError */
  async enterAsManager(user: SpaceUser, projectId: string): Promise<ProjectAccess> {
    return assertManager(user, await this.enter(user, projectId));
  }

  /**
   * The same as part of a decision: the project stays as it is until the transaction ends.
   * @throws ProjectNotFoundError, ProjectManagersOnlyError
   */
  async lockAsManager(
    manager: EntityManager,
    user: SpaceUser,
    projectId: string,
  ): Promise<ProjectAccess> {
    return assertManager(user, await this.lock(manager, user, projectId));
  }

  /** The same for people in it. @throws ProjectNotFoundError */
  async lock(manager: EntityManager, user: SpaceUser, projectId: string): Promise<ProjectAccess> {
    const project = await this.projects.find(projectId, user.userId, manager, 'decide');
    return assertMember(user, assertThere(user, project));
  }

  /**
   * For users who may view these entries, as part of a transaction that relies on it: no member is removed meanwhile.
   * @throws ProjectNotFoundError
   */
  async hold(
    manager: EntityManager,
    user: SpaceUser,
    projectId: string,
    paths: readonly string[],
  ): Promise<ProjectAccess> {
    const found = await this.projects.find(projectId, user.userId, manager, 'share');
    const project = assertThere(user, found);
    const decisions = await this.permissions.decide(project, user.userId, paths, manager);
    if (!decisions.every(({ view }) => view)) {
      throw new ProjectNotFoundError();
    }
    return project;
  }

  private async find(user: SpaceUser, projectId: string): Promise<ProjectAccess> {
    return assertThere(user, await this.projects.find(projectId, user.userId));
  }
}

function assertThere(user: SpaceUser, project: ProjectAccess | null): ProjectAccess {
  if (!project || project.isDeleted || !mayUseProjects(user)) {
    throw new ProjectNotFoundError();
  }
  return project;
}

function assertMember(user: SpaceUser, project: ProjectAccess): ProjectAccess {
  if (accessRoleOf(user.userId, project) === 'other') {
    throw new ProjectNotFoundError();
  }
  return project;
}

function assertManager(user: SpaceUser, project: ProjectAccess): ProjectAccess {
  if (!isManager(user.userId, project)) {
    throw new ProjectManagersOnlyError(project.adminName);
  }
  return project;
}
