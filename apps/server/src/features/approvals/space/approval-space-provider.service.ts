import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { cleanPath } from '../../../platform/file-space/space-path.js';
import type { DomainError } from '../../../platform/http/domain-error.js';
import { ProjectSpaceProvider } from '../../projects/space/project-space-provider.service.js';
import { NotAllowedInSpaceError } from '../../spaces/space.errors.js';
import {
  allowed,
  refusalOfStored,
  SpaceProvider,
  type Decision,
  type Space,
  type SpaceAction,
  type SpaceUser,
  type StoredPaths,
} from '../../spaces/space.js';
import { ApplicationRepository } from '../application.repository.js';
import { NotApprovedError } from '../approval.errors.js';
import { isGranted } from '../approval.policy.js';
import type { ApplicationEntity } from '../entities/application.entity.js';

/**
 * The content of one approved application as a space: the approved entries, for the applicant, while the approval is valid and they
 * are visible in the project. Downloads compare their content with the manifest.
 */
@Injectable()
export class ApprovalSpaceProvider extends SpaceProvider {
  constructor(
    private readonly applications: ApplicationRepository,
    private readonly projects: ProjectSpaceProvider,
  ) {
    super();
  }

  /** @throws NotApprovedError, ProjectNotFoundError */
  async open(user: SpaceUser, ref: SpaceRef): Promise<Space> {
    const id = ref.space === 'approval' ? ref.spaceId : '';
    const application = await this.applications.find(id);
    if (application?.userId !== user.userId || !isGranted(application, new Date())) {
      throw new NotApprovedError();
    }
    const project = await this.projects.open(user, {
      space: 'project',
      spaceId: application.projectId,
    });
    return {
      key: { space: 'approval', spaceId: id },
      files: project.files,
      quota: null,
      hasEntryRights: true,
      rightsVersion: project.rightsVersion ?? null,
      can: (action, paths) => this.decide(application, project, action, paths),
      findRefusal: (action, stored) => this.findRefusal(application, project, action, stored),
      locate: (path) => ({ key: project.key, path }),
      consume: (manager) => this.consume(manager, id),
    };
  }

  /** It has no files of its own: the entries are a project's. */
  filesOf(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Approved entries can be downloaded while they are visible in the project; nothing else is allowed. */
  private async decide(
    application: ApplicationEntity,
    project: Space,
    action: SpaceAction,
    paths: readonly string[],
  ): Promise<Decision[]> {
    if (action !== 'download') {
      return paths.map(() => ({ isAllowed: false, reason: new NotAllowedInSpaceError(action) }));
    }
    const seen = await project.can('view', paths);
    const approved = await this.applications.findApplied(application, paths);
    return paths.map((path, index) => {
      const decision = seen[index];
      if (decision?.isAllowed !== true) {
        return decision ?? { isAllowed: false, reason: new NotApprovedError() };
      }
      return approved.has(cleanPath(path))
        ? allowed
        : { isAllowed: false, reason: new NotApprovedError() };
    });
  }

  private async findRefusal(
    application: ApplicationEntity,
    project: Space,
    action: SpaceAction,
    stored: StoredPaths,
  ): Promise<DomainError | null> {
    if (action !== 'download') {
      return new NotAllowedInSpaceError(action);
    }
    const hidden = await refusalOfStored(project, 'view', stored);
    const isApproved =
      hidden === null && (await this.applications.holdsAll(application.id, stored));
    return isApproved ? null : (hidden ?? new NotApprovedError());
  }

  /** Marks it as used, unless it has just been revoked or has expired. */
  private async consume(manager: EntityManager, id: string): Promise<void> {
    const application = await this.applications.find(id, manager, true);
    if (!application || !isGranted(application, new Date())) {
      throw new NotApprovedError();
    }
    if (application.usedAt === null) {
      await this.applications.update(manager, id, { usedAt: new Date() });
    }
  }
}
