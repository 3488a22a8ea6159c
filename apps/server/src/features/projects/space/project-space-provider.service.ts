import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import { FileSpace } from '../../../platform/file-space/file-space.js';
import type { DomainError } from '../../../platform/http/domain-error.js';
import type { SpaceKey } from '../../spaces/space-key.js';
import {
  allowed,
  assertMay,
  SpaceProvider,
  type Decision,
  type Space,
  type SpaceAction,
  type SpaceUser,
  type StoredPaths,
} from '../../spaces/space.js';
import type { ProjectAccess } from '../access/project-access.js';
import { ProjectGate } from '../access/project-gate.service.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { TrashEventPublisher } from '../../spaces/trash/trash-event-publisher.service.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { ProjectPermissions } from '../permission/project-permissions.service.js';
import { ProjectNotFoundError, ProjectRefusedError } from '../project.errors.js';
import { mayUseProjects, accessRoleOf } from '../project.policy.js';
import { ProjectPaths } from './project-paths.service.js';
import { projectRef } from './project-ref.js';
import { ProjectTrashProvider } from './project-trash-provider.service.js';

/** A project as a user has it: its files with their trash. */
export interface ProjectSpace extends Space {
  readonly files: FileSpace;
  readonly project: ProjectAccess;
}

/** Opens projects. Decides anew each time; what may be done with an entry is asked of `ProjectPermissions`. */
@Injectable()
export class ProjectSpaceProvider extends SpaceProvider {
  override readonly account = { table: 'project_account', idColumn: 'project_id' };

  constructor(
    private readonly projects: ProjectAccessRepository,
    private readonly gate: ProjectGate,
    private readonly permissions: ProjectPermissions,
    private readonly folders: ProjectPaths,
    private readonly usages: SpaceUsages,
    private readonly news: TrashEventPublisher,
    override readonly trashes: ProjectTrashProvider,
  ) {
    super();
  }

  /** @throws ProjectNotFoundError */
  async open(user: SpaceUser, ref: SpaceRef): Promise<ProjectSpace> {
    const spaceId = ref.space === 'project' ? ref.spaceId : '';
    const project = await this.projects.find(spaceId, user.userId);
    if (!project || project.isDeleted || !mayUseProjects(user)) {
      throw new ProjectNotFoundError();
    }
    const key = projectRef(project.id);
    return {
      key,
      project,
      files: await FileSpace.open(this.folders.of(project.id)),
      quota: project.hasQuota ? await this.usages.quotaOf(key) : null,
      note: async (deltaBytes) => {
        await this.usages.note(key, deltaBytes);
        // Users who see the figure need not watch the folder.
        this.news.tellSoon(key);
      },
      hasEntryRights: true,
      rightsVersion: versionOf(user, project),
      can: (action, paths) => this.decide(user, project, action, paths),
      findRefusal: (action, stored) => this.findRefusal(user, project, action, stored),
      locate: (path) => ({ key, path }),
    };
  }

  /** Opens a project in which the user may do that with an entry. @throws ProjectNotFoundError, ProjectRefusedError */
  async openFor(
    user: SpaceUser,
    projectId: string,
    action: SpaceAction,
    path: string,
  ): Promise<ProjectSpace> {
    const space = await this.open(user, projectRef(projectId));
    await assertMay(space, action, [path]);
    return space;
  }

  /** The trash of a project is its managers'. @throws ProjectNotFoundError, ProjectManagersOnlyError */
  override async openTrash(user: SpaceUser, ref: SpaceRef): Promise<ProjectSpace> {
    await this.gate.enterAsManager(user, ref.space === 'project' ? ref.spaceId : '');
    return this.open(user, ref);
  }

  override async rightsVersions(
    asked: readonly { user: SpaceUser; key: SpaceKey }[],
  ): Promise<(string | null)[]> {
    const pairs = asked.map(({ user, key }) => ({ projectId: key.spaceId, userId: user.userId }));
    const projects = await this.projects.findAll(pairs);
    return asked.map(({ user }, index) => {
      const project = projects[index];
      return project && !project.isDeleted && mayUseProjects(user)
        ? versionOf(user, project)
        : null;
    });
  }

  /** Also of a deleted one: what was begun in it is brought to its end. */
  async filesOf({ spaceId }: SpaceKey): Promise<FileSpace | null> {
    const project = await this.projects.find(spaceId, null);
    return project ? FileSpace.open(this.folders.of(project.id)) : null;
  }

  private async decide(
    { userId }: SpaceUser,
    project: ProjectAccess,
    action: SpaceAction,
    paths: readonly string[],
  ): Promise<Decision[]> {
    const accessRole = accessRoleOf(userId, project);
    if (accessRole === 'manager') {
      return paths.map(() => allowed);
    }
    const decisions = await this.permissions.decide(project, userId, paths);
    const mayEdit =
      action === 'edit' ? await this.permissions.mayEdit(project, userId, paths, decisions) : null;
    // Shared: a listing may refuse thousands, and an error for each would take longer than deciding.
    const hidden: Decision = { isAllowed: false, reason: new ProjectNotFoundError() };
    const refused: Decision = {
      isAllowed: false,
      reason: new ProjectRefusedError(action, project.projectName, project.adminName),
    };
    return decisions.map((decision, index) => {
      if (mayEdit?.[index] ?? decision[action]) {
        return allowed;
      }
      return !decision.view && accessRole === 'other' ? hidden : refused;
    });
  }

  /** A path that SQL finds closed is decided again by `decide`, which gives the reason; where they disagree, it is refused. */
  private async findRefusal(
    user: SpaceUser,
    project: ProjectAccess,
    action: SpaceAction,
    stored: StoredPaths,
  ): Promise<DomainError | null> {
    if (accessRoleOf(user.userId, project) === 'manager') {
      return null;
    }
    const right = action === 'add' ? 'edit' : action;
    const path = await this.permissions.findClosed(project, user.userId, right, stored);
    if (path === null) {
      return null;
    }
    const [decision] = await this.decide(user, project, action, [path]);
    return decision?.isAllowed === false
      ? decision.reason
      : new ProjectRefusedError(action, project.projectName, project.adminName);
  }
}

/** Includes the user's role, on which every decision depends. */
function versionOf({ userId }: SpaceUser, project: ProjectAccess): string | null {
  const { accessVersion } = project;
  return accessVersion === null ? null : `${accessRoleOf(userId, project)} ${accessVersion}`;
}
