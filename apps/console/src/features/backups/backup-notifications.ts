import {
  backupDrillFailedSentence,
  backupFailedSentence,
} from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';

/** That there is no backup where one is expected, as those who manage the platform read it. */
export const backupNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(backupFailedSentence, () => ({ path: paths.backups })),
  defineNotificationText(backupDrillFailedSentence, () => ({ path: paths.backups })),
];
