import { Injectable } from '@nestjs/common';
import { pruneMetrics } from '@clusterdesk/contracts';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { MonitoringService } from './monitoring/monitoring.service.js';

/** Background tasks of the cluster. */
@Injectable()
export class ClusterTasks {
  constructor(private readonly monitoring: MonitoringService) {}

  @OnTask(pruneMetrics)
  prune(): Promise<void> {
    return this.monitoring.prune();
  }
}
