import { Injectable } from '@nestjs/common';
import { lookForAlerts, pruneAlerts, pruneMetrics } from '@clusterdesk/contracts';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { NodeAlerts } from './alerts/node-alerts.service.js';
import { MonitoringService } from './monitoring/monitoring.service.js';

/** Background tasks of the cluster. */
@Injectable()
export class ClusterTasks {
  constructor(
    private readonly monitoring: MonitoringService,
    private readonly alerts: NodeAlerts,
  ) {}

  @OnDue(pruneMetrics)
  pruneMetrics(): Promise<void> {
    return this.monitoring.prune();
  }

  @OnDue(lookForAlerts)
  lookForAlerts(): Promise<void> {
    return this.alerts.look();
  }

  @OnDue(pruneAlerts)
  pruneAlerts(): Promise<void> {
    return this.alerts.prune();
  }
}
