import { Injectable } from '@nestjs/common';
import { recheckProjectJobs } from '@clusterdesk/contracts';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { groupBy } from '../../../platform/group-by.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { ProjectViews } from '../../projects/jobs/project-view.service.js';
import type {
  ChangeContext,
  EntryChange,
  SpaceObserver,
} from '../../spaces/operations/space-observer.js';
import { SpaceRegistry, type SpaceUser } from '../../spaces/space.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { JobEnding } from '../life/job-ending.service.js';
import { ProjectJobRepository, type ShownJob } from './project-job.repository.js';

/**
 * Stops jobs that have been shown entries of a project when their owners may not use all of these any more. Entries that come by an
 * upload or a copy need no look: an open folder is one in which they have the rights that the owner has.
 */
@Injectable()
export class ProjectJobAccess implements SpaceObserver {
  constructor(
    private readonly repository: ProjectJobRepository,
    private readonly views: ProjectViews,
    private readonly spaces: SpaceRegistry,
    private readonly rights: UserRights,
    private readonly ending: JobEnding,
    private readonly afterCommit: AfterCommit,
  ) {}

  /** What was moved or restored brought its rights along, into a folder that a job sees. */
  changesTold({ manager, key }: ChangeContext, changes: readonly EntryChange[]): Promise<void> {
    if (changes.some(({ kind }) => kind !== 'added' && kind !== 'purged')) {
      this.afterCommit.run(manager, () => this.projectChanged(key.spaceId));
    }
    return Promise.resolve();
  }

  /** After the commit: rights in a project have changed. One query where no job of it is open. */
  async projectChanged(projectId: string | null): Promise<void> {
    const jobs = await this.repository.listShown(projectId);
    if (jobs.length === 0) {
      return;
    }
    const owners = await this.rights.findAll([...new Set(jobs.flatMap((job) => job.userId ?? []))]);
    // Many jobs of one user, such as the elements of an array, are shown the same.
    const groups = [...groupBy(jobs, kindOf).values()];
    const versions = await this.versionsOf(groups, owners);
    for (const [index, alike] of groups.entries()) {
      const [job] = alike;
      const owner = owners.get(job?.userId ?? '');
      const isSame = job && job.version !== null && versions[index] === job.version;
      if (job && !isSame && !(owner && (await this.recheck(job, owner, alike)))) {
        for (const { id } of alike) {
          await this.ending.end(id, 'PROJECT_ACCESS_ENDED');
        }
      }
    }
  }

  /** Finds what no event told. */
  @OnDue(recheckProjectJobs)
  recheckAll(): Promise<void> {
    return this.projectChanged(null);
  }

  /** The versions of the rights of this moment; null also where the owner has none. */
  private async versionsOf(
    groups: readonly (readonly ShownJob[])[],
    owners: ReadonlyMap<string, SpaceUser>,
  ): Promise<(string | null)[]> {
    const asked = groups.map(([job]) => {
      const user = owners.get(job?.userId ?? '');
      return job && user
        ? { user, key: { space: 'project' as const, spaceId: job.spaceId } }
        : null;
    });
    const known = asked.filter((one) => one !== null);
    const versions = (await this.spaces.find('project')?.rightsVersions(known)) ?? [];
    return asked.map((one) => (one && versions[known.indexOf(one)]) ?? null);
  }

  private async recheck(
    { spaceId, isSealed, version, view }: ShownJob,
    owner: SpaceUser,
    alike: readonly ShownJob[],
  ): Promise<boolean> {
    const allowed = await this.views.recheck(owner, spaceId, isSealed ? 'view' : 'download', view);
    if (allowed && allowed.version !== version) {
      const ids = alike.map(({ id }) => id);
      await this.repository.noteVersion(ids, version, allowed.version);
    }
    return allowed !== null;
  }
}

const kindOf = (job: ShownJob): string =>
  JSON.stringify([job.userId, job.spaceId, job.isSealed, job.version, job.view]);
