import type { ReactNode } from 'react';
import { diskSpace } from '../../features/disk/disk-space.js';
import { MyFilesPage } from '../../features/disk/pages/my-files-page.js';
import { useCallerDetail } from '../../features/identity/api/caller-detail.js';
import { useClientTools } from '../../features/transfer/client-tools/client-tools-provider.js';
import { useTransfers } from '../../features/transfer/components/transfer-provider.js';
import { readCanDownload } from '../../shared/api/session.js';

/** Joins the disk's page with the transfers that move its files. */
export function MyFilesRoute(): ReactNode {
  const { upload, download, copy, preview } = useTransfers();
  const { showTools, openClient } = useClientTools();
  const detail = useCallerDetail();
  return (
    <MyFilesPage
      canDownload={detail?.permission.enableDowloadUserData ?? readCanDownload()}
      onUpload={(dir, picked) => upload(diskSpace.ref, dir, picked)}
      onDownload={(items) => download(diskSpace.ref, items)}
      onCopy={(paths, dir, operation) => copy(diskSpace.ref, paths, dir, operation)}
      onOpenFile={(file, among) => {
        const files = among.includes(file) ? among : [file];
        preview(diskSpace.ref, files, files.indexOf(file));
      }}
      onDownloadClient={showTools}
      onOpenClient={openClient}
    />
  );
}
