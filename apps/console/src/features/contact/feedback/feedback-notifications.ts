import { feedbackLeftNotice } from '@clusterdesk/contracts';
import { translate } from '../../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** That a user left a message, as administrators read it: who, how it begins, leading to the page that shows it. */
export const feedbackNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(feedbackLeftNotice, ({ by, text }) => ({
    title: translate('feedback:notificationLeft', { name: by }),
    text,
    path: paths.contact,
  })),
];
