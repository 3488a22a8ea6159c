import { Injectable } from '@nestjs/common';
import { dispatchQueue, reconcileJobs, type TaskPayload } from '@clusterdesk/contracts';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { ReconcileService } from './scheduling/reconcile.service.js';
import { SchedulerService } from './scheduling/scheduler.service.js';

/** Background jobs of the scheduler. */
@Injectable()
export class JobTasks {
  constructor(
    private readonly scheduler: SchedulerService,
    private readonly reconciler: ReconcileService,
  ) {}

  @OnTask(dispatchQueue)
  dispatch(payload: TaskPayload<typeof dispatchQueue>): Promise<void> {
    return this.scheduler.dispatch(payload.queueId);
  }

  @OnTask(reconcileJobs)
  reconcile(): Promise<void> {
    return this.reconciler.run();
  }
}
