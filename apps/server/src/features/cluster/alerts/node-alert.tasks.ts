import { Injectable } from '@nestjs/common';
import { lookForAlerts, pruneAlerts } from '@clusterdesk/contracts';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { NodeAlerts } from './node-alerts.service.js';

/** Background tasks of alerts. */
@Injectable()
export class NodeAlertTasks {
  constructor(private readonly alerts: NodeAlerts) {}

  @OnDue(lookForAlerts)
  look(): Promise<void> {
    return this.alerts.look();
  }

  @OnDue(pruneAlerts)
  prune(): Promise<void> {
    return this.alerts.prune();
  }
}
