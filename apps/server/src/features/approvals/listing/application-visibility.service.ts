import { Injectable } from '@nestjs/common';
import { groupBy } from '../../../platform/group-by.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { ProjectNotFoundError } from '../../projects/project.errors.js';
import { ProjectSpaceProvider } from '../../projects/space/project-space-provider.service.js';
import { decides, endingOf } from '../approval.policy.js';
import type { ListedApplication } from './application-list.repository.js';

type Sighted = Pick<
  ListedApplication,
  'projectId' | 'ownerId' | 'adminId' | 'status' | 'ending' | 'expiresAt' | 'isProjectDeleted'
>;

/**
 * Which current names of an application's entries may be shown. Names follow the entries, and an applicant who may no longer see
 * these gets their names at the time of the application.
 */
@Injectable()
export class ApplicationVisibility {
  constructor(private readonly projects: ProjectSpaceProvider) {}

  /** The paths of one application that may be shown to the caller, who may see the application. */
  async visible(
    caller: Principal,
    application: Sighted,
    paths: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (decides(caller.userId, application)) {
      return new Set(paths);
    }
    return isOpen(application) ? this.view(caller, application.projectId, paths) : new Set();
  }

  /** The same applications with the names that may be shown; each project is opened once. */
  async named(
    caller: Principal,
    applications: readonly ListedApplication[],
  ): Promise<ListedApplication[]> {
    const asked = applications.filter((one) => !decides(caller.userId, one) && isOpen(one));
    const visible = new Map<string, ReadonlySet<string>>();
    for (const [projectId, some] of groupBy(asked, (one) => one.projectId)) {
      const paths = some.flatMap((one) => one.paths);
      visible.set(projectId, await this.view(caller, projectId, paths));
    }
    return applications.map((application) => {
      const { projectId, paths, appliedPaths } = application;
      if (decides(caller.userId, application)) {
        return application;
      }
      const seen = isOpen(application) ? visible.get(projectId) : undefined;
      const names = paths.map((path, at) => (seen?.has(path) ? path : (appliedPaths[at] ?? '')));
      return { ...application, paths: names };
    });
  }

  private async view(
    caller: Principal,
    projectId: string,
    paths: readonly string[],
  ): Promise<ReadonlySet<string>> {
    try {
      const space = await this.projects.open(caller, { space: 'project', spaceId: projectId });
      const decisions = await space.can('view', paths);
      return new Set(paths.filter((_, at) => decisions[at]?.isAllowed === true));
    } catch (error) {
      if (error instanceof ProjectNotFoundError) {
        return new Set();
      }
      throw error;
    }
  }
}

const isOpen = (application: Sighted): boolean =>
  application.status !== 2 &&
  endingOf(application, new Date()) === null &&
  !application.isProjectDeleted;
