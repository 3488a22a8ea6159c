import { Injectable } from '@nestjs/common';
import { dispatchQueue, reconcileJobs, type JobPayload } from '@clusterdesk/contracts';
import { OnJob } from '../../platform/queue/on-job.decorator.js';
import { ReconcileService } from './reconcile.service.js';
import { SchedulerService } from './scheduler.service.js';

/** Background jobs of the scheduler. */
@Injectable()
export class ComputeJobsJobs {
  constructor(
    private readonly scheduler: SchedulerService,
    private readonly reconciler: ReconcileService,
  ) {}

  @OnJob(dispatchQueue)
  dispatch(payload: JobPayload<typeof dispatchQueue>): Promise<void> {
    return this.scheduler.dispatch(payload.queueId);
  }

  @OnJob(reconcileJobs)
  reconcile(): Promise<void> {
    return this.reconciler.run();
  }
}
