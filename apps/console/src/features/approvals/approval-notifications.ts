import {
  approvalGrantedSentence,
  approvalRefusedSentence,
  approvalRequestedSentence,
} from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';

/** What people hear of applications: that one waits for them, and what became of their own. */
export const approvalNotificationTexts: readonly NotificationText[] = [
  approvalRequestedSentence,
  approvalGrantedSentence,
  approvalRefusedSentence,
].map((sentence) =>
  defineNotificationText(sentence, ({ applicationId }) => ({
    path: paths.approval(applicationId),
    isToast: true,
  })),
);
