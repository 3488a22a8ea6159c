import { FileUnknownOutlined } from '@ant-design/icons';
import type { ShareRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isGone } from '../../../../shared/api/api-error.js';
import { FileBrowser } from '../../../../shared/file-browser/file-browser.js';
import { allRights, type FileRights } from '../../../../shared/file-browser/file-rights.js';
import type { FileEntry } from '../../../../shared/file-browser/file-space.js';
import type { PickedFile } from '../../../../shared/files/picked-file.js';
import { useTitlePart } from '../../../../shared/lib/dom/document-title.js';
import { useWatch } from '../../../../shared/live/connection/live-provider.js';
import { paths } from '../../../../shared/paths.js';
import { EmptyState } from '../../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../../shared/ui/state/page-state.js';
import { useMessages } from '../../../../shared/ui/messages/messages.js';
import { DataTableSkeleton } from '../../../../shared/ui/table/data-table/data-table-skeleton.js';
import { receivedShare, topEntries } from '../api/received-shares.js';
import { useLeaveShares } from '../api/use-leave-shares.js';
import { useShareState } from '../components/received-state.js';
import styles from '../components/received.module.css';
import { ShareFactsLine } from '../components/share-facts-line.js';
import type { AddedEntry } from '../drop-box/added-list.js';
import { DropBox } from '../drop-box/drop-box.js';
import { shareName } from '../../share-link.js';
import { isBrowsable, isViewOnly } from '../share-facts.js';
import { shareSpace } from '../share-space.js';
import { shareActions } from './share-actions.js';
import { ShareFrame } from './share-frame.js';
import { ShareGone } from './share-gone.js';

/** What `app` joins a share's page with. */
export interface SharePageOptions {
  /** Absent: this user may not download. */
  onDownload?: (shareId: string, items: readonly FileEntry[]) => void;
  /** Absent: this user has no disk. */
  onSave?: (shareId: string, items: readonly FileEntry[]) => void;
  onOpenFile: (shareId: string, file: FileEntry, among: readonly FileEntry[]) => void;
  /** Adds to the top of a drop box. */
  onUpload: (shareId: string, picked: PickedFile[]) => void;
  /** What this window has added to the share. */
  added: readonly AddedEntry[];
}

interface OneShareProps extends SharePageOptions {
  share: ShareRow;
  onLeave: () => void;
}

const noCopy = (): Promise<string> =>
  Promise.reject(new Error('Nothing is copied within a share: its space only shows.'));

/** Where one only looks. */
const viewRights: FileRights = { ...allRights, canTake: () => false };

/** The files of a share. */
function Browsed({ share, onLeave, ...options }: OneShareProps): ReactNode {
  const { id } = share;
  const [search] = useSearchParams();
  const dir = search.get('dir') || '/';
  useWatch({ topic: 'folder', space: 'share', spaceId: id, dir });
  useTitlePart('thing', dir === '/' ? shareName(share) : null);
  const { t } = useTranslation('receivedShares');
  const { message } = useMessages();
  const mayTake = !isViewOnly(share);
  const gives = useShareState(share) === 'active' && mayTake;
  const { onDownload, onSave } = options;
  const actions = useMemo(
    () =>
      shareActions({
        ...(gives && onDownload && { onDownload: (items) => onDownload(id, items) }),
        ...(gives && onSave && { onSave: (items) => onSave(id, items) }),
        onLeave,
        topEntries: () => topEntries(id),
      }),
    [id, gives, onDownload, onSave, onLeave],
  );
  return (
    <FileBrowser
      key={id}
      space={shareSpace(id)}
      actions={actions}
      status={<ShareFactsLine share={share} />}
      onUpload={() => undefined}
      onCopy={noCopy}
      rights={mayTake ? allRights : viewRights}
      {...(!mayTake && {
        note: () => (
          <p className="soft" role="status">
            {t('viewOnlyHint')}
          </p>
        ),
      })}
      onOpenFile={(file, among) =>
        mayTake ? options.onOpenFile(id, file, among) : void message.info(t('viewOnlyHint'))
      }
    />
  );
}

/** One share by what is to be had of it: its files, a box to add to, or why there is nothing. */
function OneShare(props: OneShareProps): ReactNode {
  const { share, onLeave } = props;
  const { t } = useTranslation('receivedShares');
  const state = useShareState(share);
  if (!isBrowsable(state)) {
    return (
      <ShareFrame share={share} onLeave={onLeave}>
        <div className={`card ${styles['filled']}`} role="status">
          <EmptyState
            icon={<FileUnknownOutlined />}
            title={t(`stateTitle_${state}`)}
            hint={t(`stateHint_${state}`)}
          />
        </div>
      </ShareFrame>
    );
  }
  return share.isDropBox ? (
    <ShareFrame share={share} onLeave={onLeave}>
      <DropBox
        share={share}
        added={props.added}
        onUpload={(picked) => props.onUpload(share.id, picked)}
      />
    </ShareFrame>
  ) : (
    <Browsed {...props} />
  );
}

/** A received share: `?share=<id>`, and a folder of it under `dir`. */
export function SharePage({ id, ...options }: SharePageOptions & { id: string }): ReactNode {
  const { t } = useTranslation('receivedShares');
  const navigate = useNavigate();
  const query = useQuery(receivedShare(id));
  const { leave } = useLeaveShares();
  if (isGone(query.error)) {
    return <ShareGone />;
  }
  return (
    <PageState
      query={query}
      skeleton={
        <div className={`card ${styles['filled']}`}>
          <DataTableSkeleton label={t('oneShare')} />
        </div>
      }
    >
      {(share) => (
        <OneShare
          {...options}
          share={share}
          onLeave={() =>
            void leave([share]).then((isDone) => isDone && navigate(paths.receivedShares))
          }
        />
      )}
    </PageState>
  );
}
