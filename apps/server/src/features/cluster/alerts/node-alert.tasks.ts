import { Injectable } from '@nestjs/common';
import { lookForAlerts, pruneAlerts } from '@clusterdesk/contracts';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { NodeAlerts } from './node-alerts.service.js';

/** Background tasks of alerts. */
@Injectable()
export class NodeAlertTasks {
  constructor(private readonly alerts: NodeAlerts) {}

  @OnTask(lookForAlerts)
  look(): Promise<void> {
    return this.alerts.look();
  }

  @OnTask(pruneAlerts)
  prune(): Promise<void> {
    return this.alerts.prune();
  }
}
