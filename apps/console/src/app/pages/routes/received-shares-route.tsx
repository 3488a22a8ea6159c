import type { SpaceRef } from '@clusterdesk/contracts';
import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { diskSpace } from '../../../features/disk/disk-space.js';
import { ReceivedSharesPage } from '../../../features/shares/received/pages/received-shares-page.js';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import { useUploadsTo } from '../../../features/transfer/components/use-uploads-to.js';
import { paths } from '../../../shared/paths.js';
import { useCanDownload } from '../../../shared/users/use-can-download.js';
import { useIsAllowed } from '../../menus/menus-context.js';

/** Joins received shares with the transfers that fetch their files, and with the disk that they are saved to. */
export function ReceivedSharesRoute(): ReactNode {
  const { upload, download, preview, followDownload, followCopy } = useTransfers();
  const hasDisk = useIsAllowed()(paths.myFiles);
  const [search] = useSearchParams();
  const spaceId = search.get('share') ?? '';
  const shown = useMemo<SpaceRef>(() => ({ space: 'share', spaceId }), [spaceId]);
  return (
    <ReceivedSharesPage
      canDownload={useCanDownload()}
      disk={hasDisk ? diskSpace : null}
      onDownload={download}
      onDownloadBegun={followDownload}
      onOpenFile={(space, file, among) => {
        const files = among.includes(file) ? among : [file];
        preview(space, files, files.indexOf(file));
      }}
      onUpload={upload}
      onCopyBegun={followCopy}
      added={useUploadsTo(shown)}
    />
  );
}
