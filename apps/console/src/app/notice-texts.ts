import { approvalNoticeTexts } from '../features/approvals/approval-notices.js';
import { alertNoticeTexts } from '../features/cluster/alert-notices.js';
import { jobEndedText } from '../features/jobs/job-notices.js';
import { operationStuckText } from '../features/notifications/operation-notice.js';
import { projectNoticeTexts } from '../features/projects/project-notices.js';
import { shareReceivedText } from '../features/shares/received/share-notices.js';
import type { NoticeText } from '../shared/notices/notice-text.js';

/** How each kind of notification reads: features that send some export theirs, and are gathered here. */
export const noticeTexts: readonly NoticeText[] = [
  jobEndedText,
  operationStuckText,
  ...alertNoticeTexts,
  shareReceivedText,
  ...projectNoticeTexts,
  ...approvalNoticeTexts,
];
