import type { CopyState, PackageState, SpaceRef } from '@clusterdesk/contracts';
import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { readToken, readUserId } from '../../../shared/api/session.js';
import { followTasks } from '../../../shared/file-browser/api/entry-tasks.js';
import type { FileEntry, FileSpace, ShownFile } from '../../../shared/file-browser/file-space.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import type { PickedFile } from '../../../shared/files/picked-file.js';
import { useStrayDrops } from '../../../shared/files/use-stray-drops.js';
import {
  useLiveConnection,
  useLiveEvent,
  useLostSince,
} from '../../../shared/live/connection/live-provider.js';
import type { NameConflictQuestion } from '../../../shared/ui/dialog/name-conflict-dialog.js';
import { RegionBoundary } from '../../../shared/ui/state/region-boundary.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { ClientToolsProvider } from '../client-tools/client-tools-provider.js';
import { CopyQueue } from '../copy/copy-queue.js';
import { DownloadQueue } from '../download/download-queue.js';
import { spaceFinder } from '../space-finder.js';
import { TransferQueue } from '../transfer-queue.js';
import type { ConflictResolution } from '../upload/name-conflict-resolver.js';
import { UploadHistory } from '../upload/upload-history.js';
import type { Operation } from '../upload/queue/upload-group.js';
import { UploadRecords } from '../upload/upload-records.js';
import { Uploads } from '../upload/uploads.js';
import { HttpUploadEngine } from '../upload/engines/http-upload-engine.js';
import { PanelBroken } from './panel-broken.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';

/** Whose code comes after what the page shows first. */
const TransferPanel = lazyComponent(
  async () => (await import('./transfer-panel.js')).TransferPanel,
);

const NameConflictDialog = lazyComponent(
  async () =>
    (await import('../../../shared/ui/dialog/name-conflict-dialog.js')).NameConflictDialog,
);

const PreviewBroken = lazyComponent(
  async () => (await import('../preview/preview-broken.js')).PreviewBroken,
);

const PreviewDialog = lazyComponent(
  async () => (await import('../preview/preview-dialog.js')).PreviewDialog,
);

/** What pages ask of transfers; they go on while the user moves between pages. */
export interface Transfers {
  upload: (space: SpaceRef, dir: string, picked: PickedFile[]) => void;
  /** One file comes at once; several, or a folder, as a zip. */
  download: (space: SpaceRef, items: readonly FileEntry[]) => void;
  /** Goes on with a download that a call has asked for already: a token, or a zip being packed. */
  followDownload: (space: SpaceRef, paths: string[], answer: string | PackageState) => void;
  /** Copies entries within a space, answers the copy's id; the panel shows how far it is. @throws ApiError when the server refuses to begin */
  copy: (space: SpaceRef, paths: string[], dir: string, operation: Operation) => Promise<string>;
  /** Shows how far a copy is that a call has begun. */
  followCopy: (state: CopyState) => void;
  /** Shows files one after another, beginning with that of `index`; folders are left out. */
  preview: (space: SpaceRef, items: readonly ShownFile[], index: number) => void;
  /** What this window has uploaded to spaces of others. */
  history: UploadHistory;
  isUploading: () => boolean;
  /** Pauses uploads and writes down where they are, so that the browser asks nothing when the page is loaded anew. */
  pauseForReload: () => void;
  /** Pauses uploads: whose they are is not signed in any more. */
  pause: () => void;
}

interface OpenQuestion {
  question: NameConflictQuestion;
  answer: (answer: ConflictResolution) => void;
}

interface OpenPreview {
  space: FileSpace;
  items: readonly ShownFile[];
  index: number;
}

const TransfersContext = createContext<Transfers | null>(null);

interface TransferProviderProps {
  /** Finds the space of a reference; null: there is none of that kind. */
  spaceOf: (ref: SpaceRef) => FileSpace | null;
  children: ReactNode;
}

/** Holds the uploads, downloads and copies of this window and draws their panel above every page. */
export function TransferProvider({ spaceOf, children }: TransferProviderProps): ReactNode {
  const { t } = useTranslation('transfer');
  const { message } = useMessages();
  useStrayDrops();
  const isReloading = useRef(false);
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  const [previewed, setPreviewed] = useState<OpenPreview | null>(null);
  const [{ find, uploads, downloads, copies, history }] = useState(() => {
    const ask = (question: NameConflictQuestion): Promise<ConflictResolution> =>
      new Promise((resolve) => {
        const answer = (given: ConflictResolution): void => {
          setOpen(null);
          resolve(given);
        };
        setOpen({ question, answer });
      });
    const transferQueue = new TransferQueue();
    const userId = readUserId();
    const records = new UploadRecords(localStorage, userId);
    const find = spaceFinder(spaceOf);
    const uploads = new Uploads(new HttpUploadEngine(find), transferQueue, records, find, ask);
    return {
      find,
      uploads,
      history: new UploadHistory(uploads.queue),
      downloads: new DownloadQueue(transferQueue, find, sessionStorage, userId),
      copies: new CopyQueue(),
    };
  });

  const transfers = useMemo<Transfers>(() => {
    const sayWhenBusy = (hasTurn: boolean): void => {
      if (!hasTurn) {
        message.warning(t('busyDownload'));
      }
    };
    return {
      upload: (space, dir, picked) => {
        if (picked.length === 0) {
          message.warning(t('emptyFolder'));
          return;
        }
        const { isWaiting, continued, replaced } = uploads.upload(space, dir, picked);
        if (isWaiting) {
          message.warning(t('busyUpload'));
        }
        if (continued.length > 0) {
          message.info(t('continued', { name: nameInSentence(continued[0] ?? '') }));
        }
        if (replaced.length > 0) {
          message.info(t('anotherFile', { name: nameInSentence(replaced[0] ?? '') }));
        }
      },
      download: (space, items) => {
        const [first, ...others] = items;
        if (first && others.length === 0 && !first.directory) {
          downloads
            .fetchFile(space, first.path)
            .then(sayWhenBusy)
            .catch((error: unknown) => message.error(messageOf(error)));
        } else {
          sayWhenBusy(
            downloads.fetchPackage(
              space,
              items.map(({ path }) => path),
            ),
          );
        }
      },
      followDownload: (space, paths, answer) => sayWhenBusy(downloads.follow(space, paths, answer)),
      followCopy: (state) => copies.handleProgress(state),
      history,
      copy: (space, paths, dir, operation) => copies.copy(find(space), paths, dir, operation),
      preview: (space, items, index) => {
        const files = items.filter((item) => !item.directory);
        const chosen = items[index];
        setPreviewed({
          space: find(space),
          items: files,
          index: chosen ? Math.max(0, files.indexOf(chosen)) : 0,
        });
      },
      isUploading: () => uploads.queue.isBusy(),
      pause: () => uploads.queue.pauseAll(),
      pauseForReload: () => {
        isReloading.current = true;
        uploads.queue.pauseAll();
        uploads.records.leave();
      },
    };
  }, [find, uploads, downloads, copies, history, message, t]);

  useEffect(() => followTasks((state) => copies.handleProgress(state)), [copies]);
  useEffect(() => {
    downloads.restore();
    void copies.refresh();
    return () => {
      downloads.dispose();
      copies.dispose();
    };
  }, [downloads, copies]);
  useEffect(
    () => () => {
      uploads.queue.pauseAll();
      uploads.records.leave();
    },
    [uploads],
  );
  useLiveEvent('packagingProgress', (state) => downloads.handleProgress(state));
  useLiveEvent('copyProgress', (state) => copies.handleProgress(state));
  useLiveEvent('copiesCleared', ({ copyIds }) => copies.forget(copyIds));
  const connection = useLiveConnection();
  const isLost = useLostSince() !== null;
  useEffect(() => {
    const refresh = (): void => {
      downloads.refresh();
      void copies.refresh();
    };
    if (!isLost) {
      refresh();
    }
    return connection.onGap(refresh);
  }, [isLost, downloads, copies, connection]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      // Nobody can choose to stay where the session is over.
      if (uploads.queue.isBusy() && readToken() !== null && !isReloading.current) {
        event.preventDefault();
      }
    };
    const leave = (): void => {
      uploads.records.leave();
      downloads.leave();
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('pagehide', leave);
    };
  }, [uploads, downloads]);

  return (
    <TransfersContext value={transfers}>
      <ClientToolsProvider>{children}</ClientToolsProvider>
      <RegionBoundary fallback={(_, again) => <PanelBroken onAgain={again} />}>
        <TransferPanel
          missing={(again) => <PanelBroken onAgain={() => void again()} />}
          uploads={uploads}
          downloads={downloads}
          copies={copies}
          onContinue={({ space, dir }, picked) => transfers.upload(space, dir, picked)}
        />
      </RegionBoundary>
      {open && (
        <NameConflictDialog
          question={open.question}
          onAnswer={open.answer}
          onCancelAll={() => open.answer('cancelAll')}
          onMissing={() => open.answer('cancelAll')}
        />
      )}
      {previewed && (
        <RegionBoundary
          fallback={() => (
            <PreviewBroken
              onClose={() => setPreviewed(null)}
              onMissing={() => setPreviewed(null)}
            />
          )}
        >
          <PreviewDialog
            space={previewed.space}
            items={previewed.items}
            startIndex={previewed.index}
            onDownload={(item) => transfers.download(previewed.space.ref, [item])}
            onClose={() => setPreviewed(null)}
            onMissing={() => setPreviewed(null)}
          />
        </RegionBoundary>
      )}
    </TransfersContext>
  );
}

/** Uploads and downloads, for pages that `app` joins with them. */
export function useTransfers(): Transfers {
  const transfers = use(TransfersContext);
  if (!transfers) {
    throw new Error('useTransfers needs TransferProvider above it');
  }
  return transfers;
}
