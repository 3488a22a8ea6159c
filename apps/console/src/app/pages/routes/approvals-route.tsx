import {
  approvalGrantedNotice,
  approvalRefusedNotice,
  approvalRequestedNotice,
  type NotificationRow,
} from '@clusterdesk/contracts';
import { useCallback, type ReactNode } from 'react';
import { ApprovalsPage } from '../../../features/approvals/pages/approvals-page.js';
import { useCallerDetail } from '../../../features/identity/api/caller-detail.js';
import { markSeen } from '../../../features/notifications/mark-seen.js';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import { useCanDownload } from '../../../shared/users/use-can-download.js';

/** Whether a notification tells of an application. */
const isAbout =
  (applicationId: string) =>
  ({ kind, payload }: NotificationRow): boolean =>
    [approvalRequestedNotice, approvalGrantedNotice, approvalRefusedNotice].some(
      (notice) =>
        notice.kind === kind &&
        notice.payload.safeParse(payload).data?.applicationId === applicationId,
    );

/** Joins applications with the transfers that fetch what was approved, and show what is asked for, and with the notifications that tell of it. */
export function ApprovalsRoute(): ReactNode {
  const { followDownload, preview } = useTransfers();
  const userId = useCallerDetail()?.id ?? '';
  const seen = useCallback((id: string): void => void markSeen(isAbout(id)), []);
  return (
    <ApprovalsPage
      userId={userId}
      canDownload={useCanDownload()}
      onDownloadBegun={(id, paths, answer) =>
        followDownload({ space: 'approval', spaceId: id }, paths, answer)
      }
      onSeen={seen}
      onPreview={({ project }, files, index) =>
        preview(
          { space: 'project', spaceId: project.id },
          files.map(({ path, name, fileType, size, modifyTime }) => ({
            path,
            localPath: name,
            directory: false,
            fileType,
            size,
            createDate: modifyTime,
          })),
          index,
        )
      }
    />
  );
}
