import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import { FileSpace } from '../../../platform/file-space/file-space.js';
import type { SpaceKey } from '../../spaces/space-key.js';
import {
  allowed,
  SpaceProvider,
  SpaceRegistry,
  type Decision,
  type Space,
  type SpaceAction,
  type SpaceUser,
} from '../../spaces/space.js';
import type { ProjectAccess } from '../access/project-access.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { TrashNews } from '../../spaces/trash/trash-news.service.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { ProjectPermissions } from '../permission/project-permissions.service.js';
import { ProjectNotFoundError, ProjectRefusedError } from '../project.errors.js';
import { mayUseProjects, standingIn } from '../project.policy.js';
import { ProjectPaths } from './project-paths.service.js';

/** A project as a user has it: its files with their trash. */
export interface ProjectSpace extends Space {
  readonly files: FileSpace;
  readonly project: ProjectAccess;
}

/** Opens projects. Decides anew each time; what may be done with an entry is asked of `ProjectPermissions`. */
@Injectable()
export class ProjectSpaceProvider extends SpaceProvider implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly projects: ProjectAccessRepository,
    private readonly permissions: ProjectPermissions,
    private readonly folders: ProjectPaths,
    private readonly usages: SpaceUsages,
    private readonly news: TrashNews,
  ) {
    super();
  }

  onModuleInit(): void {
    this.spaces.register('project', this);
  }

  /** @throws ProjectNotFoundError */
  async open(user: SpaceUser, ref: SpaceRef): Promise<ProjectSpace> {
    const spaceId = ref.space === 'project' ? ref.spaceId : '';
    const project = await this.projects.find(spaceId, user.userId);
    if (!project || project.isDeleted || !mayUseProjects(user)) {
      throw new ProjectNotFoundError();
    }
    const key: SpaceKey = { space: 'project', spaceId: project.id };
    return {
      key,
      project,
      files: await FileSpace.open(this.folders.of(project.id)),
      quota: project.hasQuota ? await this.usages.quotaOf(key) : null,
      note: async (deltaBytes) => {
        await this.usages.note(key, deltaBytes);
        // Who sees the figure need not watch the folder.
        this.news.tellSoon(key);
      },
      hasEntryRights: true,
      can: (action, paths) => this.decide(user, project, action, paths),
      locate: (path) => ({ key, path }),
    };
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
    const standing = standingIn(userId, project);
    if (standing === 'manager') {
      return paths.map(() => allowed);
    }
    const decisions = await this.permissions.decide(project, userId, paths);
    const mayEdit =
      action === 'edit' ? await this.permissions.mayEdit(project, userId, paths) : null;
    // One for all: a listing refuses thousands, and an error each would take longer than deciding.
    const hidden: Decision = { isAllowed: false, reason: new ProjectNotFoundError() };
    const refused: Decision = {
      isAllowed: false,
      reason: new ProjectRefusedError(action, project.projectName, project.adminName),
    };
    return decisions.map((decision, index) => {
      if (mayEdit?.[index] ?? decision[action]) {
        return allowed;
      }
      return !decision.view && standing === 'other' ? hidden : refused;
    });
  }
}
