import { upgradeEndedNotice } from '@clusterdesk/contracts';
import { currentLanguage, translate } from '../../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** How an upgrade ended, as those who manage the platform read it. */
export const upgradeNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(upgradeEndedNotice, ({ outcome, from, to, by, reason }) => {
    const asked = translate('upgrades:notificationBy', { name: by });
    return {
      title: translate(`upgrades:notification_${outcome}`, { from, to }),
      text: reason ? `${asked} ${reason[currentLanguage()]}` : asked,
      path: paths.copyright,
    };
  }),
];
