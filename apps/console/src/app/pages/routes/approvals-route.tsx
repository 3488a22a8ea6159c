import type { ReactNode } from 'react';
import { ApprovalsPage } from '../../../features/approvals/pages/approvals-page.js';
import { useCallerDetail } from '../../../features/identity/api/caller-detail.js';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import { useCanDownload } from '../../../shared/users/use-can-download.js';

/** Joins applications with the transfers that fetch what was approved and show what is asked for. */
export function ApprovalsRoute(): ReactNode {
  const { followDownload, preview } = useTransfers();
  const userId = useCallerDetail()?.id ?? '';
  return (
    <ApprovalsPage
      userId={userId}
      canDownload={useCanDownload()}
      onDownloadBegun={(id, paths, answer) =>
        followDownload({ space: 'approval', spaceId: id }, paths, answer)
      }
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
