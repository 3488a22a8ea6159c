import { jobEndedSentence } from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';

/** That a job has ended, as its owner reads it: its name and how it ended, leading to its page. */
export const jobNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(jobEndedSentence, ({ jobId }) => ({ path: paths.job(jobId) })),
];
