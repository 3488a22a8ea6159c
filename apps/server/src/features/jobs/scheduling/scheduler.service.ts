import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dispatchJobs, type TaskPayload } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import {
  lockInTransaction,
  tryLockInTransaction,
} from '../../../platform/database/advisory-locks.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import type { ComputeBackend } from '../backends/compute-backend.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import { JobRepository } from '../job.repository.js';
import { queueSharePerUser } from '../job.settings.js';
import { DispatchRequests } from './dispatch-requests.service.js';
import { fairOrder } from './fair-order.js';
import { JobDispatcher } from './job-dispatcher.service.js';
import { Plan } from './plan.js';
import { planDepth, PlanRepository } from './plan.repository.js';
import { schedule, type PlannedStart } from './schedule.js';

/** A job that has its place; without a node when its backend plans for itself. */
type Placed = Pick<PlannedStart, 'jobId'> & Partial<PlannedStart>;

/** Gives waiting jobs their places (design: A job) when `DispatchRequests` says so. */
@Injectable()
export class SchedulerService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly backends: ComputeBackends,
    private readonly jobs: JobRepository,
    private readonly plans: PlanRepository,
    private readonly dispatcher: JobDispatcher,
    private readonly requests: DispatchRequests,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.requests.serve((backend) => this.plan(backend, tryLockInTransaction));
  }

  /** Plans in a worker, which waits for a plan that is being made elsewhere. */
  @OnTask(dispatchJobs)
  async dispatch({ backend }: TaskPayload<typeof dispatchJobs>): Promise<void> {
    await this.plan(backend, async (...key) => {
      await lockInTransaction(...key);
      return true;
    });
  }

  /**
   * Plans all queues of a backend in one pass under one lock, because its queues share nodes, and stores the places. The jobs are
   * handed over after the commit, in the background, so that a node which does not answer delays no plan.
   * @returns false when the lock was not free
   */
  private async plan(name: string, lock: typeof tryLockInTransaction): Promise<boolean> {
    if (!(await this.jobs.hasWaiting(name))) {
      return true;
    }
    const backend = this.backends.get(name);
    const share = await this.settings.get(queueSharePerUser);
    const placed = await this.dataSource.transaction(async (manager) =>
      (await lock(manager, 'plan', name)) ? this.place(manager, backend, share) : null,
    );
    placed?.forEach(({ jobId, nodeId }) => this.dispatcher.add(jobId, nodeId ?? name));
    if (placed?.length === planDepth) {
      this.requests.request(name);
    }
    return placed !== null;
  }

  private async place(
    manager: EntityManager,
    backend: ComputeBackend,
    share: number,
  ): Promise<Placed[]> {
    if (backend.placement === 'delegated') {
      return this.plans.delegate(manager, backend.name);
    }
    const capacity = await backend.capacity(manager);
    const plan = new Plan(capacity);
    const freeCpus = plan.countFreeCpus();
    if (freeCpus === 0) {
      return [];
    }
    const waiting = await this.plans.listWaiting(manager, backend.name, freeCpus);
    const starts = schedule(fairOrder(waiting, capacity, share), plan);
    return starts.length > 0 ? this.plans.reserve(manager, starts) : [];
  }
}
