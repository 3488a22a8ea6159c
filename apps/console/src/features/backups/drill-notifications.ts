import { backupDrillFailedNotice } from '@clusterdesk/contracts';
import { currentLanguage, translate } from '../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';

/** That a backup would not have come back, as those who manage the system read it. */
export const drillNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(backupDrillFailedNotice, ({ reason }) => ({
    title: translate('backups:notification_drill'),
    text: reason[currentLanguage()],
    path: paths.backups,
  })),
];
