import { Injectable } from '@nestjs/common';
import { pruneMetrics, rollUpMetrics } from '@clusterdesk/contracts';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { MetricRollUp } from './monitoring/metric-roll-up.service.js';
import { MonitoringService } from './monitoring/monitoring.service.js';

/** Background tasks of the cluster. */
@Injectable()
export class ClusterTasks {
  constructor(
    private readonly monitoring: MonitoringService,
    private readonly rollUp: MetricRollUp,
  ) {}

  @OnDue(rollUpMetrics)
  averageMetrics(signal: AbortSignal): Promise<void> {
    return this.rollUp.run(signal);
  }

  @OnDue(pruneMetrics)
  prune(signal: AbortSignal): Promise<void> {
    return this.monitoring.prune(signal);
  }
}
