import { Injectable } from '@nestjs/common';
import { dispatchJobs } from '@clusterdesk/contracts';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { ComputeBackends } from '../backends/compute-backends.service.js';
import { JobRepository } from '../job.repository.js';
import { JobEnding } from '../life/job-ending.service.js';
import { Submissions } from './submissions.service.js';

/** Finds what got lost with a process: signals, commands, nodes, queues. Runs on a schedule; doing it twice does no harm. */
@Injectable()
export class ReconcileService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly backends: ComputeBackends,
    private readonly submissions: Submissions,
    private readonly ending: JobEnding,
    private readonly tasks: TaskQueue,
  ) {}

  /** Whether there is anything to look through, as SQL: an open job. */
  get neededCondition(): string {
    return this.jobs.openCondition;
  }

  async run(): Promise<void> {
    const open = await this.jobs.listToReconcile();
    for (const name of new Set(open.map(({ backend }) => backend))) {
      const ofBackend = open.filter(({ backend }) => backend === name);
      const placed = ofBackend.filter(({ nodeId, externalId }) => nodeId ?? externalId);
      await this.backends
        .get(name)
        .observe(placed, ({ id, nodeId }) => this.submissions.add(id, nodeId ?? name));
      await this.endWithoutQueue(ofBackend.filter((job) => !placed.includes(job)));
      if (await this.jobs.hasWaiting(name)) {
        await this.tasks.add(dispatchJobs, { backend: name });
      }
    }
  }

  /** Jobs that wait in a queue that was deleted would wait for ever. */
  private async endWithoutQueue(
    waiting: readonly { id: string; queueId: string | null }[],
  ): Promise<void> {
    const orphans = waiting.filter(({ queueId }) => queueId === null);
    await this.ending.endEach(
      orphans.map(({ id }) => id),
      'QUEUE_DELETED',
    );
  }
}
