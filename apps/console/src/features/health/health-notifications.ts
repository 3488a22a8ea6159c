import { healthChangedSentence } from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';

/** What administrators hear of the platform: which parts are in another state, and why. */
export const healthNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(healthChangedSentence, () => ({ path: paths.health })),
];
