import { NodeAlertPublisher } from './node-alert-publisher.service.js';
import { NodeAlertRepository } from './node-alert.repository.js';
import { NodeAlertTasks } from './node-alert.tasks.js';
import { NodeAlerts } from './node-alerts.service.js';

/** What the module of the cluster provides for alerts. */
export const alertProviders = [NodeAlertRepository, NodeAlertPublisher, NodeAlerts, NodeAlertTasks];
