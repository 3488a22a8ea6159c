import type { ComponentProps, ReactNode } from 'react';
import { ApplicationNotice } from '../../../features/approvals/notice/application-notice.js';
import { applicationIdOf } from '../../../features/approvals/notice/notice-application.js';
import { useCallerDetail } from '../../../features/identity/api/caller-detail.js';
import type { NoticeActions } from '../../../features/notifications/components/notice-line.js';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import { useCanDownload } from '../../../shared/users/use-can-download.js';

/** Joins the bell with what its notices tell of: applications, and the transfers that fetch what was approved. */
export function ActOnNotice({ row, onSeen }: ComponentProps<NoticeActions>): ReactNode {
  const { followDownload } = useTransfers();
  const userId = useCallerDetail()?.id ?? '';
  const canDownload = useCanDownload();
  const applicationId = applicationIdOf(row);
  return applicationId === null ? null : (
    <ApplicationNotice
      applicationId={applicationId}
      userId={userId}
      canDownload={canDownload}
      onDownloadBegun={(id, paths, answer) =>
        followDownload({ space: 'approval', spaceId: id }, paths, answer)
      }
      onSeen={onSeen}
    />
  );
}
