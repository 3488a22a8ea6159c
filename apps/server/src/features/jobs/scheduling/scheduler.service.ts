import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../../platform/settings/settings.service.js';
import { ComputeBackends } from '../backends/compute-backends.service.js';
import { PlanRepository } from './plan.repository.js';
import { queueSharePerUser } from '../job.settings.js';
import { fairOrder } from './fair-order.js';
import { schedule } from './schedule.js';
import { Submissions } from './submissions.service.js';

/** Gives waiting jobs their places (design: A job). */
@Injectable()
export class SchedulerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly backends: ComputeBackends,
    private readonly plans: PlanRepository,
    private readonly submissions: Submissions,
    private readonly settings: Settings,
  ) {}

  /**
   * Plans all queues of a backend in one pass under one lock, and reserves. After the commit the jobs are handed over by the way,
   * so that a node which does not answer delays no plan.
   */
  async dispatch(backendName: string): Promise<void> {
    const backend = this.backends.get(backendName);
    const share = await this.settings.get(queueSharePerUser);
    const starts = await this.dataSource.transaction(async (manager) => {
      await this.plans.lock(manager, backend.name);
      const capacity = await backend.capacity(manager);
      const freeCpus = capacity.nodes.reduce((sum, node) => sum + node.cpus - node.usedCpus, 0);
      const waiting = await this.plans.listWaiting(manager, backend.name, Math.max(0, freeCpus));
      const held = await this.plans.listHeld(manager, backend.name);
      const planned = schedule(fairOrder(waiting, held, capacity, share), capacity);
      return planned.length > 0 ? this.plans.reserve(manager, planned) : [];
    });
    starts.forEach(({ jobId, nodeId }) => this.submissions.add(jobId, nodeId));
  }
}
