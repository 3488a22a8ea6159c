import { Injectable } from '@nestjs/common';
import { reconcileJobs } from '@clusterdesk/contracts';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { CommandLines } from '../backends/command-lines.service.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import { JobRepository } from '../job.repository.js';
import { JobEnding } from '../life/job-ending.service.js';
import { JobInputs } from '../results/job-inputs.service.js';
import { DispatchRequests } from './dispatch-requests.service.js';

/** Hands placed jobs over to their backends in the background, one after the other for each node. */
@Injectable()
export class JobDispatcher {
  constructor(
    private readonly jobs: JobRepository,
    private readonly backends: ComputeBackends,
    private readonly ending: JobEnding,
    private readonly lines: CommandLines,
    private readonly requests: DispatchRequests,
    private readonly inputs: JobInputs,
  ) {}

  /** @param place its node, or its backend if that places jobs itself */
  add(jobId: string, place: string): void {
    this.lines.add(place, jobId, () => this.submit(jobId));
  }

  /** Recovers what was lost with a process: signals, commands, nodes, queues. Repeating it does no harm. */
  @OnDue(reconcileJobs)
  async reconcile(): Promise<void> {
    const open = await this.jobs.listToReconcile();
    for (const backend of this.backends.all) {
      const { name } = backend;
      const ofBackend = open.filter((job) => job.backend === name);
      const placed = ofBackend.filter(({ placedAt }) => placedAt !== null);
      await backend.reconcile(placed, ({ id, nodeId }) => this.add(id, nodeId ?? name));
      // What a deleted queue leaves would wait for ever; what may run is being stopped.
      const left = ofBackend.filter(
        ({ queueId, sentAt, isAccepted }) => queueId === null && !sentAt && !isAccepted,
      );
      for (const { id } of left) {
        await this.ending.end(id, 'QUEUE_DELETED');
      }
      this.requests.request(name);
    }
  }

  private async submit(jobId: string): Promise<boolean> {
    const job = await this.jobs.find(jobId);
    const isWaiting = job?.status === 'PENDING' && !job.isAccepted && job.heldReason === null;
    if (!isWaiting || !job.placedAt) {
      return true;
    }
    if (!job.userId || !(await this.ending.mayRun(job.userId))) {
      await this.ending.end(job.id, 'OWNER_MAY_NOT_RUN');
      return true;
    }
    await this.inputs.note(job);
    return this.backends.get(job.backend).submit(job);
  }
}
