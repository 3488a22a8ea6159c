import { upgradeEndedSentence } from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** How an upgrade ended, as those who manage the platform read it. */
export const upgradeNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(upgradeEndedSentence, () => ({ path: paths.copyright })),
];
