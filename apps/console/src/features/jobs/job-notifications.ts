import { jobEndedNotice } from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';

/** That a job has ended, as its owner reads it: its name and how it ended, leading to its page. */
export const jobNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(jobEndedNotice, ({ jobId, jobName, status, exitCode }) => ({
    title: translate('jobs:notificationEnded', {
      name: jobName,
      state: translate(`jobs:status_${status}`),
    }),
    ...(status === 'FAILED' && exitCode !== null
      ? { text: translate('jobs:notificationExitCode', { code: exitCode }) }
      : {}),
    path: paths.job(jobId),
  })),
];
