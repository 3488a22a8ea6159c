import { backupDrillFailedNotice, backupFailedNotice } from '@clusterdesk/contracts';
import { currentLanguage, translate } from '../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';

/** That there is no backup where one is expected, as those who manage the platform read it. */
export const backupNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(backupFailedNotice, ({ what, time, reason }) => ({
    title: translate(`backups:notification_${what}`, { time }),
    ...(reason[currentLanguage()] === '' ? {} : { text: reason[currentLanguage()] }),
    path: paths.backups,
  })),
  defineNotificationText(backupDrillFailedNotice, ({ reason }) => ({
    title: translate('backups:notification_drill'),
    text: reason[currentLanguage()],
    path: paths.backups,
  })),
];
