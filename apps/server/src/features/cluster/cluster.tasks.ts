import { Injectable } from '@nestjs/common';
import { pruneMetrics } from '@clusterdesk/contracts';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { MonitoringService } from './monitoring/monitoring.service.js';

/** Background tasks of the cluster. */
@Injectable()
export class ClusterTasks {
  constructor(private readonly monitoring: MonitoringService) {}

  @OnDue(pruneMetrics)
  prune(): Promise<void> {
    return this.monitoring.prune();
  }
}
