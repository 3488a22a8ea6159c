import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  dispatchJobs,
  pruneJobs,
  recheckJobOwner,
  recheckJobOwners,
  reconcileJobs,
  type TaskPayload,
} from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { JobsOfUser } from './life/jobs-of-user.service.js';
import { JobRetention } from './output/job-retention.service.js';
import { ReconcileService } from './scheduling/reconcile.service.js';
import { SchedulerService } from './scheduling/scheduler.service.js';

/** Background tasks of jobs. */
@Injectable()
export class JobTasks implements OnModuleInit {
  constructor(
    private readonly scheduler: SchedulerService,
    private readonly reconciler: ReconcileService,
    private readonly jobsOfUser: JobsOfUser,
    private readonly retention: JobRetention,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(reconcileJobs, this.reconciler.neededCondition);
  }

  @OnTask(dispatchJobs)
  dispatch(payload: TaskPayload<typeof dispatchJobs>): Promise<void> {
    return this.scheduler.dispatch(payload.backend);
  }

  @OnDue(reconcileJobs)
  reconcile(): Promise<void> {
    return this.reconciler.run();
  }

  @OnTask(recheckJobOwner)
  recheckOwner(payload: TaskPayload<typeof recheckJobOwner>): Promise<void> {
    return payload.userId === undefined
      ? this.jobsOfUser.recheckAll()
      : this.jobsOfUser.recheck(payload.userId);
  }

  @OnDue(recheckJobOwners)
  recheckOwners(): Promise<void> {
    return this.jobsOfUser.recheckAll();
  }

  @OnDue(pruneJobs)
  prune(signal: AbortSignal): Promise<void> {
    return this.retention.run(signal);
  }
}
