import type { CopyState, SpaceRef } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { FileEntry, FileSpace } from '../../../../shared/file-browser/file-space.js';
import type { PickedFile } from '../../../../shared/files/picked-file.js';
import { DataTableSkeleton } from '../../../../shared/ui/table/data-table/data-table-skeleton.js';
import styles from '../components/received.module.css';
import type { AddedEntry } from '../drop-box/added-list.js';
import { ShareList } from '../list/share-list.js';
import { SharePage, type SharePageOptions } from '../one/share-page.js';
import { useRedeemVisit, type OnDownloadBegun } from '../redeem/use-redeem-visit.js';
import { useSaveToDisk } from '../save/use-save-to-disk.js';

/** What `app` joins received shares with: transfers, and the disk that things are saved to. */
export interface ReceivedSharesOptions {
  canDownload: boolean;
  /** Null: this user has none, so nothing can be saved. */
  disk: FileSpace | null;
  onDownload: (space: SpaceRef, items: readonly FileEntry[]) => void;
  onDownloadBegun: OnDownloadBegun;
  onOpenFile: (space: SpaceRef, file: FileEntry, among: readonly FileEntry[]) => void;
  onUpload: (space: SpaceRef, dir: string, picked: PickedFile[]) => void;
  onCopyBegun: (state: CopyState) => void;
  /** What this window has added to the share shown. */
  added: readonly AddedEntry[];
}

const spaceOf = (spaceId: string): SpaceRef => ({ space: 'share', spaceId });

type Save = SharePageOptions['onSave'];

/** The list, or under `?share=` one share; a visit by a link (`id`, `verification`) redeems it first. */
function Shown(props: ReceivedSharesOptions & { save?: Save }): ReactNode {
  const { canDownload, onDownload, save } = props;
  const { t } = useTranslation('receivedShares');
  const [search] = useSearchParams();
  const { redeeming, problem, forgetProblem } = useRedeemVisit(props.onDownloadBegun);
  const shareId = search.get('share');
  const take = {
    ...(canDownload && {
      onDownload: (id: string, items: readonly FileEntry[]) => onDownload(spaceOf(id), items),
    }),
    ...(save && { onSave: save }),
  };
  if ((shareId !== null && redeeming === shareId) || search.get('verification')) {
    return (
      <div className={`card ${styles['filled']}`}>
        <p role="status" className="visually-hidden">
          {t('redeeming')}
        </p>
        <DataTableSkeleton label={t('redeeming')} />
      </div>
    );
  }
  if (!shareId) {
    return (
      <ShareList
        {...take}
        problem={problem}
        onProblemRead={forgetProblem}
        askedId={search.get('id')}
      />
    );
  }
  return (
    <SharePage
      key={shareId}
      id={shareId}
      {...take}
      added={props.added}
      onOpenFile={(id, file, among) => props.onOpenFile(spaceOf(id), file, among)}
      onUpload={(id, picked) => props.onUpload(spaceOf(id), '/', picked)}
    />
  );
}

function WithDisk({ disk, ...props }: ReceivedSharesOptions & { disk: FileSpace }): ReactNode {
  const { save, dialogs } = useSaveToDisk(disk, props.onCopyBegun);
  return (
    <>
      <Shown {...props} disk={disk} save={save} />
      {dialogs}
    </>
  );
}

/** Received shares (spec part 1 §2): the list, a share, and links on their way to one. */
export function ReceivedSharesPage(props: ReceivedSharesOptions): ReactNode {
  const { disk } = props;
  return disk ? <WithDisk {...props} disk={disk} /> : <Shown {...props} />;
}
