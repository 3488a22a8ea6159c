import { feedbackLeftSentence } from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** That a user left a message, as administrators read it: who, how it begins, leading to the page that shows it. */
export const feedbackNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(feedbackLeftSentence, () => ({ path: paths.contact })),
];
