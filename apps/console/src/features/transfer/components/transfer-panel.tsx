import { CloseOutlined, CloudSyncOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../shared/api/api-error.js';
import { folderReading, type PickedFile } from '../../../shared/files/picked-file.js';
import { parentOf } from '../../../shared/file-browser/file-names.js';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import { formatSpeed } from '../../../shared/lib/format/format.js';
import type { CopyQueue } from '../copy/copy-queue.js';
import type { DownloadQueue } from '../download/download-queue.js';
import { useOtherWindows } from '../upload/other-windows.js';
import type { QueueView } from '../upload/queue/upload-store.js';
import type { UploadRecord } from '../upload/upload-records.js';
import type { Uploads } from '../upload/uploads.js';
import { CopyRow, OtherWindowRow, PackingRow, UnfinishedRow } from './rows/late-rows.js';
import { PanelFoot, PanelTotal, totalPercent } from './panel-total.js';
import { PanelRows, type PanelRow } from './rows/panel-rows.js';
import styles from './transfer-panel.module.css';
import { uploadRows } from './rows/upload-rows.js';
import { useSourceRows } from './rows/use-source-rows.js';
import { useTitleProgress } from './use-title-progress.js';
import { useUnfinished } from './use-unfinished.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';

interface TransferPanelProps {
  uploads: Uploads;
  downloads: DownloadQueue;
  copies: CopyQueue;
  onContinue: (record: UploadRecord, picked: PickedFile[]) => void;
}

function useTitle({ groups, fileCount, completeCount, failedCount }: QueueView): string {
  const { t } = useTranslation('transfer');
  if (groups.length === 0) {
    return t('panel');
  }
  if (failedCount > 0 && completeCount + failedCount === fileCount) {
    return t('uploadsFailed', { count: failedCount });
  }
  return completeCount === fileCount
    ? t('uploadsDone')
    : t('uploads', { done: completeCount, total: fileCount });
}

/** Long work, lower right: uploads, packing, copies, what other features do, uploads of other windows, what a reload interrupted. */
export function TransferPanel(props: TransferPanelProps): ReactNode {
  const { uploads, downloads, copies } = props;
  const { t } = useTranslation('transfer');
  const { message } = useMessages();
  const view = useSyncExternalStore(uploads.queue.subscribe, uploads.queue.getView);
  const packing = useSyncExternalStore(downloads.subscribe, downloads.getView);
  const copying = useSyncExternalStore(copies.subscribe, copies.getView);
  const reading = useSyncExternalStore(folderReading.subscribe, folderReading.getCount);
  const others = useOtherWindows(uploads.queue);
  const { unfinished, drop } = useUnfinished(uploads, view.groups.length);
  const [isFolded, setIsFolded] = useState(false);
  const [isTucked, setIsTucked] = useState(false);
  const navigate = useNavigate();
  const endedCopies = copying.filter(({ state }) => ['done', 'failed'].includes(state)).length;
  const isUploading = uploads.queue.isBusy();
  useTitleProgress(isUploading ? totalPercent(view) : null);
  // What begins anew shows itself.
  const sourceRows = useSourceRows();
  const begun = view.fileCount + packing.length + copying.length + sourceRows.length;
  const [shown, setShown] = useState(begun);
  useEffect(() => {
    if (begun > shown) {
      setIsTucked(false);
    }
    setShown(begun);
  }, [begun, shown]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const title = useTitle(view);

  const toggle = (id: string): void =>
    setOpened((current) => {
      const next = new Set(current);
      return next.delete(id) ? next : next.add(id);
    });
  const orSay = (promise: Promise<void>): void =>
    void promise.catch((error: unknown) => message.error(messageOf(error)));
  const rows: PanelRow[] = [
    ...(reading === null
      ? []
      : [
          {
            key: 'reading',
            draw: () => <p className={styles['quiet']}>{t('readingFolder', { count: reading })}</p>,
          },
        ]),
    ...uploadRows(view, {
      uploads,
      opened,
      onToggle: toggle,
      onShow: ({ space, dir, name, isFolder, id, taskId }) => {
        const path = dir === '/' ? `/${name}` : `${dir}/${name}`;
        const select = isFolder && id === taskId ? undefined : path;
        void navigate(uploads.find(space).folderPath(dir), { state: { select } });
      },
      batchName: (count) => t('files', { count }),
    }),
    ...packing.map((item) => ({
      key: item.id,
      draw: () => (
        <PackingRow
          item={item}
          onCancel={() => orSay(downloads.cancel(item.id))}
          onRetry={() => downloads.retry(item.id)}
          onDismiss={() => downloads.dismiss(item.id)}
        />
      ),
    })),
    ...copying.map((item) => ({
      key: `copy${item.id}`,
      draw: () => (
        <CopyRow
          item={item}
          onCancel={() => orSay(copies.cancel(item.id))}
          onRetry={() => orSay(copies.retry(item.id))}
          onDismiss={() => orSay(copies.clear(item.id))}
          onShow={() =>
            void navigate(
              uploads
                .find(item.to)
                .folderPath(item.placedPath === null ? item.dir : parentOf(item.placedPath)),
              { state: { select: item.placedPath ?? undefined } },
            )
          }
        />
      ),
    })),
    ...sourceRows,
    ...others.map((upload) => ({
      key: `other${upload.uploadId}`,
      draw: () => <OtherWindowRow upload={upload} />,
    })),
    ...unfinished.map((record) => ({
      key: `unfinished${record.isFolder}|${record.dir}|${record.chosenName}`,
      draw: () => (
        <UnfinishedRow
          record={record}
          onPick={(picked) => props.onContinue(record, picked)}
          onDismiss={() => drop(record)}
        />
      ),
    })),
  ];
  if (rows.length === 0) {
    return null;
  }
  if (isTucked) {
    return (
      <Button
        className={styles['tucked'] ?? ''}
        icon={<CloudSyncOutlined />}
        aria-label={t('showPanel')}
        title={title}
        onClick={() => setIsTucked(false)}
      >
        {isUploading ? `${totalPercent(view)}%` : rows.length}
      </Button>
    );
  }
  return (
    <aside className={`card ${styles['panel']}`} aria-label={t('panel')}>
      <header className={styles['head']}>
        <b>{title}</b>
        <span className={styles['speed']}>
          {view.bytesPerSecond > 0 && formatSpeed(view.bytesPerSecond)}
          {view.secondsLeft !== null &&
            ` · ${t('left', { time: formatDuration(view.secondsLeft * 1_000) })}`}
        </span>
        <Button
          type="text"
          size="small"
          icon={isFolded ? <UpOutlined /> : <DownOutlined />}
          aria-label={isFolded ? t('expand') : t('collapse')}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        />
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('hidePanel')}
          title={t('hidePanel')}
          onClick={() => setIsTucked(true)}
        />
      </header>
      {view.fileCount > 1 && <PanelTotal view={view} />}
      {!isFolded && <PanelRows rows={rows} />}
      {!isFolded && <PanelFoot view={view} uploads={uploads} />}
      {!isFolded && endedCopies > 1 && (
        <footer className={styles['foot']}>
          <Button size="small" type="text" onClick={() => orSay(copies.clear())}>
            {t('clearEnded')}
          </Button>
        </footer>
      )}
    </aside>
  );
}
