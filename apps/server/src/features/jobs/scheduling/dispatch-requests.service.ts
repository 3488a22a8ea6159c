import { Injectable, Logger } from '@nestjs/common';
import { dispatchJobs } from '@clusterdesk/contracts';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { CommandLines } from '../backends/command-lines.service.js';

/** Plans for a backend. @returns false when another process is doing so. */
export type Dispatch = (backend: string) => Promise<boolean>;

/**
 * Requests plans. The course of a job is a circle that closes here; each step knows only the next one:
 *
 * 1. `JobService` stores a job, `JobStateMachine` ends one or lets it wait again, or a node arrives: all of them call `request`.
 * 2. `SchedulerService` plans under the lock of the backend and gives jobs their places.
 * 3. `JobDispatcher` hands them over to their `ComputeBackend`, outside of the lock, one after the other for each node.
 * 4. The backend tells `JobStateMachine` what becomes of a job, and that requests the next plan.
 *
 * `JobDispatcher.reconcile` finds what got lost with a process between two steps. Step 2 registers itself by `serve`, so that step 4
 * need not know it.
 */
@Injectable()
export class DispatchRequests {
  private readonly logger = new Logger('DispatchRequests');
  private dispatch: Dispatch = () => Promise.resolve(false);

  constructor(
    private readonly tasks: TaskQueue,
    private readonly lines: CommandLines,
  ) {}

  serve(dispatch: Dispatch): void {
    this.dispatch = dispatch;
  }

  /** Call after the commit. Any number of requests during a plan are one more plan. */
  request(backend: string): void {
    this.lines.add(`plan ${backend}`, backend, () => this.plan(backend));
  }

  /** This process plans itself when no other does, which saves a task; otherwise a worker plans once more. */
  private async plan(backend: string): Promise<true> {
    const isDone = await this.dispatch(backend).catch((error: unknown) => {
      this.logger.error({ err: error, backend }, 'Jobs could not be planned');
      return false;
    });
    if (!isDone) {
      await this.tasks.add(dispatchJobs, { backend });
    }
    return true;
  }
}
