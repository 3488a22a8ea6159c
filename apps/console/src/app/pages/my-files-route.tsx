import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { diskSpace } from '../../features/disk/disk-space.js';
import { MyFilesPage } from '../../features/disk/pages/my-files-page.js';
import { useCallerDetail } from '../../features/identity/api/caller-detail.js';
import { useClientTools } from '../../features/transfer/client-tools/client-tools-provider.js';
import { useTransfers } from '../../features/transfer/components/transfer-provider.js';
import { readCanDownload } from '../../shared/api/session.js';
import { paths } from '../../shared/paths.js';
import { useMenus } from '../menus/menus-context.js';
import { isAllowed } from '../menus/menu-tree.js';

/** Joins the disk's page with the transfers that move its files. */
export function MyFilesRoute(): ReactNode {
  const { upload, download, copy, preview } = useTransfers();
  const { showTools, openClient } = useClientTools();
  const detail = useCallerDetail();
  const navigate = useNavigate();
  const mayRunJobs = isAllowed(useMenus(), paths.newJob);
  return (
    <MyFilesPage
      canDownload={detail?.permission.enableDowloadUserData ?? readCanDownload()}
      onUpload={(dir, picked) => upload(diskSpace.ref, dir, picked)}
      onDownload={(items) => download(diskSpace.ref, items)}
      onCopy={(copied, dir, operation) => copy(diskSpace.ref, copied, dir, operation)}
      onOpenFile={(file, among) => {
        const files = among.includes(file) ? among : [file];
        preview(diskSpace.ref, files, files.indexOf(file));
      }}
      onDownloadClient={showTools}
      onOpenClient={openClient}
      {...(mayRunJobs
        ? { onSubmitJob: ({ path }) => void navigate(paths.jobFromScript(path)) }
        : {})}
    />
  );
}
