import { Injectable } from '@nestjs/common';
import { pruneMetrics, rollUpMetrics } from '@clusterdesk/contracts';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { MetricRollUp } from './monitoring/metric-roll-up.service.js';
import { MonitoringService } from './monitoring/monitoring.service.js';

/** Background tasks of the cluster. */
@Injectable()
export class ClusterTasks {
  constructor(
    private readonly monitoring: MonitoringService,
    private readonly rollUp: MetricRollUp,
  ) {}

  @OnTask(rollUpMetrics)
  averageMetrics(_: unknown, signal: AbortSignal): Promise<void> {
    return this.rollUp.run(signal);
  }

  @OnTask(pruneMetrics)
  prune(_: unknown, signal: AbortSignal): Promise<void> {
    return this.monitoring.prune(signal);
  }
}
