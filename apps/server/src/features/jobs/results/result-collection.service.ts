import { Injectable, Logger } from '@nestjs/common';
import { collectJobResults } from '@clusterdesk/contracts';
import { runTogether } from '../../../platform/concurrency.js';
import { cleanPath } from '../../../platform/file-space/space-path.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { JobMadeEntries } from '../../projects/jobs/job-made-entries.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { SpaceEventPublisher } from '../../spaces/space-event-publisher.service.js';
import { refOf, type SpaceKey } from '../../spaces/space-key.js';
import { SpaceRegistry } from '../../spaces/space.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { JobRepository } from '../job.repository.js';
import { JobAnnouncer } from '../life/job-announcer.service.js';
import { JobResultsRepository, type EndedJob, type ResultGroup } from './job-results.repository.js';
import { LogFiles, type Workplace } from './log-files.service.js';
import { MadeFilesFinder, type MadeFiles } from './made-files.service.js';

/** Folders that are looked at at once. */
const groupsAtOnce = 2;
/** After so many tries, about an hour, it is left as it is. */
const maxTries = 12;
/** Folders of one group whose windows are told. */
const dirsTold = 200;

const nothing: MadeFiles = { ofJobs: new Map(), topmost: [], dirs: [] };

/**
 * Collects in the worker what ended jobs left: jobs of one user that worked in the same folder together, with one walk. A row says that it is
 * still to be done until all of it is, so that a process may die at any moment (docs/decisions/what-came-of-a-job.md).
 */
@Injectable()
export class ResultCollection {
  private readonly logger = new Logger('ResultCollection');

  constructor(
    private readonly results: JobResultsRepository,
    private readonly logs: LogFiles,
    private readonly finder: MadeFilesFinder,
    private readonly made: JobMadeEntries,
    private readonly spaces: SpaceRegistry,
    private readonly access: SpaceAccess,
    private readonly rights: UserRights,
    private readonly news: SpaceEventPublisher,
    private readonly usages: SpaceUsages,
    private readonly jobs: JobRepository,
    private readonly announcer: JobAnnouncer,
  ) {}

  /** All that is due now; what ends meanwhile waits for the next run. */
  @OnDue(collectJobResults)
  async run(signal: AbortSignal): Promise<void> {
    await this.logs.sweep();
    const now = new Date();
    const underWay = new Set<string>();
    await runTogether(groupsAtOnce, signal, async (begin, shared) => {
      let group = await this.results.take(now, underWay);
      while (group !== null) {
        const { jobs } = group;
        const current = group;
        jobs.forEach(({ id }) => underWay.add(id));
        await begin(async () => {
          await this.collectSafely(current, shared);
          jobs.forEach(({ id }) => underWay.delete(id));
        });
        group = shared.aborted ? null : await this.results.take(now, underWay);
      }
    });
  }

  /** A failure is the platform's: it is tried again later, and others do not wait for it. */
  private async collectSafely(group: ResultGroup, signal: AbortSignal): Promise<void> {
    try {
      // Tried that often without a failure that was noted: the process died each time.
      await this.postpone(group.jobs.filter(({ tries }) => tries > maxTries));
      const jobs = group.jobs.filter(({ tries }) => tries <= maxTries);
      if (jobs.length > 0) {
        await this.collect({ ...group, dir: cleanPath(group.dir), jobs }, signal);
      }
    } catch (error) {
      if (!signal.aborted) {
        this.logger.error({ err: error, jobs: group.jobs.length }, 'Results were not collected');
        await this.postpone(group.jobs);
      }
    }
  }

  private async collect(group: ResultGroup, signal: AbortSignal): Promise<void> {
    const { space, userId } = group;
    const key = keyOf(group);
    const files = key.spaceId === '' ? null : await this.spaces.find(space)?.filesOf(key);
    const workplace = await this.open(userId, key);
    const found = files ? await this.finder.find(files, key.spaceId, group, signal) : nothing;
    // What a sealed job made of what its submitter may not take is not the submitter's: it is as its folder says.
    if (space === 'project' && workplace && !group.isSealed) {
      await this.made.notePut(key.spaceId, workplace.user.userId, found.topmost);
    }
    const failed: EndedJob[] = [];
    for (const job of group.jobs) {
      signal.throwIfAborted();
      const made = found.ofJobs.get(job.id) ?? { outputs: [], hasAllOutputs: false };
      try {
        const logPath = workplace && (await this.writeLog(job, group, workplace, signal));
        await this.results.finish(job.id, { ...made, logPath });
      } catch (error) {
        signal.throwIfAborted();
        this.logger.warn({ err: error, jobId: job.id }, 'The output of a job is no file yet');
        await this.results.noteOutputs(job.id, made);
        failed.push(job);
      }
    }
    await this.postpone(failed);
    await this.tell(group, workplace, found);
  }

  /** Null: there is none, or it was refused, which is no fault of the job's. */
  private async writeLog(
    job: EndedJob,
    group: ResultGroup,
    workplace: Workplace,
    signal: AbortSignal,
  ): Promise<string | null> {
    const open = (): Promise<Workplace | null> => this.open(group.userId, keyOf(group));
    try {
      const path = await this.logs.write(job, group, workplace, open, signal);
      if (path !== null) {
        return path;
      }
    } catch (error) {
      if (!isRefusal(error)) {
        throw error;
      }
      this.logger.debug({ jobId: job.id, code: error.code }, 'The output of a job gets no file');
    }
    await this.logs.discard(job);
    return null;
  }

  /** Null: the user is gone or may not sign in, or may not use the space any more. */
  private async open(userId: string | null, key: SpaceKey): Promise<Workplace | null> {
    const user = userId === null ? null : await this.rights.find(userId);
    try {
      return user && { user, space: await this.access.open(user, refOf(key)) };
    } catch (error) {
      if (isRefusal(error)) {
        return null;
      }
      throw error;
    }
  }

  private async postpone(jobs: readonly EndedJob[]): Promise<void> {
    const over = jobs.filter(({ tries }) => tries >= maxTries);
    await this.results.postpone(jobs.filter((job) => !over.includes(job)).map(({ id }) => id));
    for (const { id } of over) {
      this.logger.error({ jobId: id }, 'The results of a job are given up');
      await this.results.finish(id, { logPath: null, outputs: [], hasAllOutputs: false });
    }
  }

  private async tell(
    { dir, jobs }: ResultGroup,
    workplace: Workplace | null,
    { dirs }: MadeFiles,
  ): Promise<void> {
    if (workplace) {
      this.news.filesChanged(workplace.space, [dir, ...dirs.slice(0, dirsTold)]);
      // Measured again where the figure is old: jobs write without asking.
      await this.usages.glance(workplace.space.key);
    }
    for (const job of await this.jobs.findAll(jobs.map(({ id }) => id))) {
      this.announcer.announce(job);
    }
  }
}

/** Whether it will be refused again: by a right, a quota, a name, or because there is no such folder. */
function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.status >= 400 && error.status < 500;
}

function keyOf({ space, spaceId, userId }: ResultGroup): SpaceKey {
  return { space, spaceId: spaceId ?? userId ?? '' };
}
