import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ComputeBackends } from '../backends/compute-backends.js';
import { JobRepository } from '../job.repository.js';
import { JobsOfUser } from '../life/jobs-of-user.service.js';

/**
 * Hands placed jobs over to their backends in the background, one after the other for each node. What is not handed over (a node
 * that does not answer, a process that dies) is found by reconciling.
 */
@Injectable()
export class JobDispatcher implements OnApplicationShutdown {
  private readonly logger = new Logger('JobDispatcher');
  /** Job ids that are to be handed over, by node, or by backend where that has none. */
  private readonly waiting = new Map<string, string[]>();
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly jobs: JobRepository,
    private readonly backends: ComputeBackends,
    private readonly jobsOfUser: JobsOfUser,
  ) {}

  /** Hands a job over soon. */
  add(jobId: string, nodeId: string): void {
    const ofNode = this.waiting.get(nodeId);
    if (this.isStopping || ofNode?.includes(jobId)) {
      return;
    }
    if (ofNode) {
      ofNode.push(jobId);
      return;
    }
    this.waiting.set(nodeId, [jobId]);
    const run = this.runNode(nodeId)
      .catch((error: unknown) =>
        this.logger.error({ err: error, nodeId }, 'Jobs could not be handed over'),
      )
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    while (this.running.size > 0) {
      await Promise.all(this.running);
    }
  }

  /** What is on its way ends; the rest is left to the next process. */
  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.waiting.forEach((jobIds) => jobIds.splice(0));
    await this.settled();
  }

  private async runNode(nodeId: string): Promise<void> {
    const jobIds = this.waiting.get(nodeId) ?? [];
    for (let jobId = jobIds[0]; jobId !== undefined; jobId = jobIds[0]) {
      const hasAnswered = await this.submit(jobId).catch((error: unknown) => {
        this.logger.error({ err: error, jobId }, 'A job could not be handed over');
        return false;
      });
      jobIds.shift();
      if (!hasAnswered) {
        jobIds.splice(0);
      }
    }
    this.waiting.delete(nodeId);
  }

  private async submit(jobId: string): Promise<boolean> {
    const job = await this.jobs.find(jobId);
    if (!job || job.status !== 'PENDING' || job.isAccepted || job.attempt === 0) {
      return true;
    }
    if (!(await this.jobsOfUser.mayRun(job.userId))) {
      await this.jobsOfUser.endJobs(job.userId, job.id);
      return true;
    }
    return this.backends.get(job.backend).submit(job);
  }
}
