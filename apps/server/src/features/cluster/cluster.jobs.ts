import { Injectable } from '@nestjs/common';
import { pruneMetrics } from '@clusterdesk/contracts';
import { OnJob } from '../../platform/queue/on-job.decorator.js';
import { MonitoringService } from './monitoring.service.js';

/** Background jobs of the cluster. */
@Injectable()
export class ClusterJobs {
  constructor(private readonly monitoring: MonitoringService) {}

  @OnJob(pruneMetrics)
  prune(): Promise<void> {
    return this.monitoring.prune();
  }
}
