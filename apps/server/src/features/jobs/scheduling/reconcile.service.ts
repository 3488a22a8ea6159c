import { Injectable } from '@nestjs/common';
import { ComputeBackends } from '../backends/compute-backends.js';
import { JobRepository } from '../job.repository.js';
import { JobEnding } from '../life/job-ending.service.js';
import { DispatchRequests } from './dispatch-requests.service.js';
import { JobDispatcher } from './job-dispatcher.service.js';

/** Finds what got lost with a process: signals, commands, nodes, queues. Runs on a schedule; doing it twice does no harm. */
@Injectable()
export class ReconcileService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly backends: ComputeBackends,
    private readonly dispatcher: JobDispatcher,
    private readonly ending: JobEnding,
    private readonly requests: DispatchRequests,
  ) {}

  /** Whether there is anything to look through, as SQL: an open job. */
  get neededCondition(): string {
    return this.jobs.openCondition;
  }

  async run(): Promise<void> {
    const open = await this.jobs.listToReconcile();
    for (const backend of this.backends.all) {
      const { name } = backend;
      const ofBackend = open.filter((job) => job.backend === name);
      const placed = ofBackend.filter(({ placedAt }) => placedAt !== null);
      await backend.reconcile(placed, ({ id, nodeId }) => this.dispatcher.add(id, nodeId ?? name));
      // The others are of queues that were deleted, and would wait for ever.
      const orphans = ofBackend.filter(({ placedAt }) => placedAt === null);
      await this.ending.endEach(
        orphans.map(({ id }) => id),
        'QUEUE_DELETED',
      );
      this.requests.request(name);
    }
  }
}
