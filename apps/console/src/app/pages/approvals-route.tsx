import type { ReactNode } from 'react';
import { ApprovalsPage } from '../../features/approvals/pages/approvals-page.js';
import { useCallerDetail } from '../../features/identity/api/caller-detail.js';
import { useTransfers } from '../../features/transfer/components/transfer-provider.js';

/** Joins applications with the transfers that fetch what was approved, and show what is asked for. */
export function ApprovalsRoute(): ReactNode {
  const { followDownload, preview } = useTransfers();
  const userId = useCallerDetail()?.id ?? '';
  return (
    <ApprovalsPage
      userId={userId}
      onDownloadBegun={(id, paths, answer) =>
        followDownload({ space: 'approval', spaceId: id }, paths, answer)
      }
      onPreview={({ project }, { path, name, fileType, size, modifyTime }) =>
        preview(
          { space: 'project', spaceId: project.id },
          [{ path, localPath: name, directory: false, fileType, size, createDate: modifyTime }],
          0,
        )
      }
    />
  );
}
