import type { SpaceRef } from '@clusterdesk/contracts';
import { App } from 'antd';
import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import type { PickedFile } from '../../../shared/files/picked-file.js';
import { useLiveEvent } from '../../../shared/live/live-provider.js';
import { DownloadQueue } from '../download/download-queue.js';
import {
  SameNameDialog,
  type SameNameAnswer,
  type SameNameQuestion,
} from '../../../shared/ui/same-name-dialog.js';
import { checkNames } from '../upload/same-name.js';
import { TusEngine } from '../upload/tus-engine.js';
import { groupPicked, type UploadGroup } from '../upload/upload-group.js';
import { UploadQueue } from '../upload/upload-queue.js';
import { TransferPanel } from './transfer-panel.js';

/** What pages ask of transfers; they go on while the person moves between pages. */
export interface Transfers {
  upload: (space: SpaceRef, dir: string, picked: PickedFile[]) => void;
  /** One file comes at once; several, or a folder, as a zip. */
  download: (paths: string[], isSingleFile: boolean) => void;
  isUploading: () => boolean;
}

interface OpenQuestion {
  question: SameNameQuestion;
  answer: (answer: SameNameAnswer) => void;
}

const TransfersContext = createContext<Transfers | null>(null);

/** Holds the uploads and downloads of this window and draws their panel above every page. */
export function TransferProvider({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation('transfer');
  const { message } = App.useApp();
  const [uploads] = useState(() => new UploadQueue(new TusEngine()));
  const [downloads] = useState(() => new DownloadQueue());
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  // One question at a time, whatever was started meanwhile.
  const lastCheck = useRef<Promise<void>>(Promise.resolve());

  const actions = useMemo(() => {
    const ask = (question: SameNameQuestion): Promise<SameNameAnswer> =>
      new Promise((resolve) => {
        const answer = (given: SameNameAnswer): void => {
          setOpen(null);
          resolve(given);
        };
        setOpen({ question, answer });
      });
    const check = (groups: readonly UploadGroup[]): void => {
      lastCheck.current = lastCheck.current.then(() => checkNames(groups, uploads, ask));
    };
    const transfers: Transfers = {
      upload: (space, dir, picked) => {
        if (picked.length === 0) {
          message.warning(t('emptyFolder'));
          return;
        }
        const groups = groupPicked(space, dir, picked);
        uploads.add(groups);
        check(groups);
      },
      download: (paths, isSingleFile) => {
        const [first] = paths;
        if (isSingleFile && first !== undefined) {
          downloads.fetchFile(first).catch((error: unknown) => message.error(messageOf(error)));
        } else {
          void downloads.fetchPackage(paths);
        }
      },
      isUploading: () => uploads.isBusy(),
    };
    const retry = (groupId: string): void => {
      const group = uploads.find(groupId);
      const isUntouched = group?.items.every((item) => item.state !== 'complete');
      if (group && isUntouched && group.operation === '0') {
        uploads.recheck(groupId);
        check([group]);
      } else {
        uploads.retry(groupId);
      }
    };
    return { transfers, retry };
  }, [uploads, downloads, message, t]);

  useEffect(() => () => uploads.pauseAll(), [uploads]);
  useLiveEvent('packagingProgress', (state) => downloads.take(state));
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (uploads.isBusy()) {
        event.preventDefault();
      }
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [uploads]);

  return (
    <TransfersContext value={actions.transfers}>
      {children}
      <TransferPanel uploads={uploads} downloads={downloads} onRetry={actions.retry} />
      {open && <SameNameDialog question={open.question} onAnswer={open.answer} />}
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
