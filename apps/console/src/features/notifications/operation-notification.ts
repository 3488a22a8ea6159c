import { operationStuckSentence } from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';

/** That changes of files wait to be settled, as administrators read it. */
export const operationNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(operationStuckSentence, () => ({ isToast: true })),
];
