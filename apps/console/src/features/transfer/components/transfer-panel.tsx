import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpeed } from '../../../shared/ui/format.js';
import { useConfirm } from '../../../shared/ui/use-confirm.js';
import type { DownloadQueue } from '../download/download-queue.js';
import { useOtherWindows } from '../upload/other-windows.js';
import { isPartOf, useUnfinishedUploads } from '../upload/unfinished-uploads.js';
import type { GroupView } from '../upload/upload-group.js';
import type { QueueView, UploadQueue } from '../upload/upload-queue.js';
import { OtherWindowRow, PackingRow, UnfinishedRow } from './transfer-rows.js';
import styles from './transfer-panel.module.css';
import { UploadRow } from './upload-row.js';
import { useDuration } from './use-duration.js';

interface TransferPanelProps {
  uploads: UploadQueue;
  downloads: DownloadQueue;
  onRetry: (groupId: string) => void;
}

const shownGroups = 30;

function useTitle({ groups }: QueueView): string {
  const { t } = useTranslation('transfer');
  const done = groups.filter((group) => group.state === 'complete').length;
  const failed = groups.filter((group) => group.state === 'failed').length;
  if (groups.length === 0) {
    return t('panel');
  }
  if (failed > 0 && done + failed === groups.length) {
    return t('uploadsFailed', { count: failed });
  }
  return done === groups.length ? t('uploadsDone') : t('uploads', { done, total: groups.length });
}

/** What is under way first, what is done last. */
const inOrder = (groups: readonly GroupView[]): GroupView[] => [
  ...groups.filter((group) => group.state !== 'complete'),
  ...groups.filter((group) => group.state === 'complete'),
];

/** Long work, lower right: uploads, packing, uploads of other windows, what a reload interrupted. */
export function TransferPanel({ uploads, downloads, onRetry }: TransferPanelProps): ReactNode {
  const { t } = useTranslation('transfer');
  const confirm = useConfirm();
  const duration = useDuration();
  const view = useSyncExternalStore(uploads.subscribe, uploads.getView);
  const packing = useSyncExternalStore(downloads.subscribe, downloads.getView);
  const others = useOtherWindows(uploads);
  const { unfinished, dismiss } = useUnfinishedUploads(view.groups.length);
  const [isFolded, setIsFolded] = useState(false);
  const title = useTitle(view);

  const interrupted = unfinished.filter(
    (upload) =>
      !uploads.hasChosen(upload.dir, upload.fileName) &&
      !others.some((other) => isPartOf(other, upload)),
  );
  if (view.groups.length + packing.length + others.length + interrupted.length === 0) {
    return null;
  }

  const open = view.groups.filter((group) => group.state !== 'complete');
  const canPause = open.some((group) => group.state === 'uploading' || group.state === 'waiting');
  const canResume = open.some((group) => group.state === 'paused');
  const cancelAll = async (): Promise<void> => {
    const isConfirmed = await confirm({ title: t('cancelTitle'), hint: t('cancelHint') });
    if (isConfirmed) {
      open.forEach((group) => uploads.cancel(group.id));
    }
  };
  return (
    <aside className={`card ${styles['panel']}`} aria-label={t('panel')}>
      <header className={styles['head']}>
        <b>{title}</b>
        <span className={styles['speed']}>
          {view.bytesPerSecond > 0 && formatSpeed(view.bytesPerSecond)}
          {view.secondsLeft !== null && ` · ${t('left', { time: duration(view.secondsLeft) })}`}
        </span>
        <Button
          type="text"
          size="small"
          icon={isFolded ? <UpOutlined /> : <DownOutlined />}
          aria-label={isFolded ? t('expand') : t('collapse')}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        />
      </header>
      {!isFolded && (
        <div className={styles['rows']}>
          {inOrder(view.groups)
            .slice(0, shownGroups)
            .map((group) => (
              <UploadRow key={group.id} group={group} uploads={uploads} onRetry={onRetry} />
            ))}
          {view.groups.length > shownGroups && (
            <p className={styles['quiet']}>
              {t('more', { count: view.groups.length - shownGroups })}
            </p>
          )}
          {packing.map((item) => (
            <PackingRow key={item.id} item={item} onDismiss={() => downloads.dismiss(item.id)} />
          ))}
          {others.slice(0, shownGroups).map((upload) => (
            <OtherWindowRow key={upload.uploadId} upload={upload} />
          ))}
          {interrupted.map((upload) => (
            <UnfinishedRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload)} />
          ))}
        </div>
      )}
      {!isFolded && open.length > 1 && (
        <footer className={styles['foot']}>
          {canPause && (
            <Button size="small" type="text" onClick={() => uploads.pauseAll()}>
              {t('pauseAll')}
            </Button>
          )}
          {canResume && (
            <Button
              size="small"
              type="text"
              onClick={() => open.forEach((g) => uploads.resume(g.id))}
            >
              {t('resumeAll')}
            </Button>
          )}
          <Button size="small" type="text" danger onClick={() => void cancelAll()}>
            {t('cancelAll')}
          </Button>
        </footer>
      )}
    </aside>
  );
}
