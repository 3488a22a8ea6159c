import { Injectable } from '@nestjs/common';
import { CommandLines } from '../backends/command-lines.service.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import { JobRepository } from '../job.repository.js';
import { JobsOfUser } from '../life/jobs-of-user.service.js';

/** Hands placed jobs over to their backends in the background, one after the other for each node. */
@Injectable()
export class JobDispatcher {
  constructor(
    private readonly jobs: JobRepository,
    private readonly backends: ComputeBackends,
    private readonly jobsOfUser: JobsOfUser,
    private readonly lines: CommandLines,
  ) {}

  /** @param place its node, or its backend where that gives it none */
  add(jobId: string, place: string): void {
    this.lines.add(place, jobId, () => this.submit(jobId));
  }

  private async submit(jobId: string): Promise<boolean> {
    const job = await this.jobs.find(jobId);
    if (!job || job.status !== 'PENDING' || job.isAccepted || !job.placedAt) {
      return true;
    }
    if (!(await this.jobsOfUser.mayRun(job.userId))) {
      await this.jobsOfUser.endJobs(job.userId, job.id);
      return true;
    }
    return this.backends.get(job.backend).submit(job);
  }
}
