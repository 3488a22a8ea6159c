import { endpoints } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useCallerDetail } from '../../features/identity/api/caller-detail.js';
import { MyFilesPage } from '../../features/disk/pages/my-files-page.js';
import { useTransfers } from '../../features/transfer/components/transfer-provider.js';
import { call } from '../../shared/api/call.js';

/** Joins the disk's page with the transfers that move its files. */
export function MyFilesRoute(): ReactNode {
  const { upload, download } = useTransfers();
  const detail = useCallerDetail();
  return (
    <MyFilesPage
      canDownload={detail?.permission.enableDowloadUserData === true}
      onUpload={(dir, picked) => upload({ space: 'disk' }, dir, picked)}
      onDownload={download}
      onCopy={async (paths, dir, operation) => {
        await call(endpoints.copies.copy, { paths, dir, operation, async: true });
      }}
    />
  );
}
