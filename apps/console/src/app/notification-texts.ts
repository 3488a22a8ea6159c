import { approvalNotificationTexts } from '../features/approvals/approval-notifications.js';
import { alertNotificationTexts } from '../features/monitoring/alerts/alert-notifications.js';
import { jobEndedText } from '../features/jobs/job-notifications.js';
import { operationStuckText } from '../features/notifications/operation-notification.js';
import { projectNotificationTexts } from '../features/projects/project-notifications.js';
import { shareReceivedText } from '../features/shares/received/share-notifications.js';
import type { NotificationText } from '../shared/notifications/notification-text.js';

/** How each kind of notification reads: features that send some export theirs, and are gathered here. */
export const notificationTexts: readonly NotificationText[] = [
  jobEndedText,
  operationStuckText,
  ...alertNotificationTexts,
  shareReceivedText,
  ...projectNotificationTexts,
  ...approvalNotificationTexts,
];
