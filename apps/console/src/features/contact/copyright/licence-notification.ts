import { licenceEndingNotice } from '@clusterdesk/contracts';
import { translate } from '../../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** That the licence ends, as administrators read it. */
export const licenceNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(licenceEndingNotice, ({ licensee, daysLeft, endTime: time }) => ({
    title: translate(daysLeft === null ? 'licence:endedTitle' : 'licence:endingTitle'),
    text:
      daysLeft === null
        ? translate('licence:endedText', { licensee, time })
        : translate('licence:endingText', { licensee, time, count: daysLeft }),
    path: paths.copyright,
  })),
];
