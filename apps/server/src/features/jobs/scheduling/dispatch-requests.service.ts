import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { dispatchJobs } from '@clusterdesk/contracts';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';

/** Plans for a backend. @returns false when another process does so at this moment. */
export type Dispatch = (backend: string) => Promise<boolean>;

/**
 * Asks for a plan. Here the course of a job closes to a circle; each step knows only the next one:
 *
 * 1. `JobService` stores a job, `JobStateMachine` ends one or lets it wait again, or a node arrives: all of them call `request`.
 * 2. `SchedulerService` plans under the lock of the backend and gives jobs their places.
 * 3. `JobDispatcher` hands them over to their `ComputeBackend`, outside of the lock, one after the other for each node.
 * 4. The backend tells `JobStateMachine` what becomes of a job, and that requests the next plan.
 *
 * `ReconcileService` finds what got lost with a process between two steps. Step 2 registers itself by `serve`, so that step 4 need
 * not know it.
 */
@Injectable()
export class DispatchRequests implements OnApplicationShutdown {
  private readonly logger = new Logger('DispatchRequests');
  private dispatch: Dispatch = () => Promise.resolve(false);
  /** Runs under way by backend; true: something was requested since the run began. */
  private readonly requested = new Map<string, boolean>();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly tasks: TaskQueue) {}

  serve(dispatch: Dispatch): void {
    this.dispatch = dispatch;
  }

  /** Call after the commit. Any number of requests during a plan are one more plan. */
  request(backend: string): void {
    if (this.requested.has(backend)) {
      this.requested.set(backend, true);
      return;
    }
    const run = this.run(backend)
      .catch((error: unknown) =>
        this.logger.error({ err: error, backend }, 'No plan was requested'),
      )
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  async onApplicationShutdown(): Promise<void> {
    this.dispatch = () => Promise.resolve(true);
    await Promise.all(this.running);
  }

  /** This process plans itself when nobody else does, which saves the way through the queue; else a worker plans once more. */
  private async run(backend: string): Promise<void> {
    do {
      this.requested.set(backend, false);
      const isDone = await this.dispatch(backend).catch((error: unknown) => {
        this.logger.error({ err: error, backend }, 'Jobs could not be planned');
        return false;
      });
      if (!isDone) {
        await this.tasks.add(dispatchJobs, { backend });
      }
    } while (this.requested.get(backend));
    this.requested.delete(backend);
  }
}
