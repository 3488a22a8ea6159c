import {
  approvalGrantedNotice,
  approvalRefusedNotice,
  approvalRequestedNotice,
} from '@clusterdesk/contracts';
import { nameInSentence } from '../../shared/files/name-parts.js';
import { translate } from '../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';
import { manyOf } from './application-facts.js';

interface Applied {
  by: string;
  name: string;
  entries: number;
  projectName: string;
  reason: string;
}

const wordsOf = ({ by, name, entries, projectName }: Applied): Record<string, string | number> => ({
  by,
  name: nameInSentence(name),
  count: entries - 1,
  project: projectName,
});

/** The reason that somebody gave, where there is one. */
const reasonOf = ({ reason }: Applied): { text?: string } =>
  reason === '' ? {} : { text: translate('approvals:notificationReason', { reason }) };

/** What people hear of applications: that one waits for them, and what became of their own. */
export const approvalNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(approvalRequestedNotice, (notice) => ({
    title: translate(`approvals:notificationRequested${manyOf(notice)}`, wordsOf(notice)),
    ...reasonOf(notice),
    path: paths.approval(notice.applicationId),
    isToast: true,
  })),
  defineNotificationText(approvalGrantedNotice, (notice) => ({
    title: translate(`approvals:notificationGranted${manyOf(notice)}`, wordsOf(notice)),
    text: translate('approvals:notificationUntil', { time: notice.endTime }),
    path: paths.approval(notice.applicationId),
    isToast: true,
  })),
  defineNotificationText(approvalRefusedNotice, (notice) => ({
    title: translate(
      `approvals:notification${notice.isRevoked ? 'Revoked' : 'Rejected'}${manyOf(notice)}`,
      wordsOf(notice),
    ),
    ...reasonOf(notice),
    path: paths.approval(notice.applicationId),
    isToast: true,
  })),
];
