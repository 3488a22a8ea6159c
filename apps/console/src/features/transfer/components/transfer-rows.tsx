import { CloseOutlined } from '@ant-design/icons';
import type { UploadProgress } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, percentOf } from '../../../shared/ui/format.js';
import type { PackingView } from '../download/download-queue.js';
import type { UnfinishedUpload } from '../upload/unfinished-uploads.js';
import { ProgressRow } from './progress-row.js';
import styles from './transfer-panel.module.css';

/** A download that is being packed. */
export function PackingRow({
  item,
  onDismiss,
}: {
  item: PackingView;
  onDismiss: () => void;
}): ReactNode {
  const { t } = useTranslation('transfer');
  const words = {
    waiting: t('packingWaiting'),
    packing: t('packing'),
    ready: t('packed'),
    failed: t('packFailed'),
    cancelled: t('cancelled'),
  };
  const { doneBytes, totalBytes, doneFiles, totalFiles, state } = item;
  return (
    <ProgressRow
      label={item.name}
      name={item.name}
      aside={words[state]}
      part={state === 'ready' ? 1 : doneBytes}
      whole={state === 'ready' ? 1 : totalBytes || 1}
      {...(state === 'failed' ? { tone: 'bad' as const } : {})}
      note={
        item.problem ??
        (totalFiles > 0 &&
          `${t('packingFiles', { done: doneFiles, total: totalFiles })} · ${formatSize(doneBytes)} / ${formatSize(totalBytes)}`)
      }
      actions={
        state === 'failed' && (
          <Button type="text" size="small" icon={<CloseOutlined />} onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        )
      }
    />
  );
}

/** An upload that another window of the same user has under way. */
export function OtherWindowRow({ upload }: { upload: UploadProgress }): ReactNode {
  const { t } = useTranslation('transfer');
  const tones = { uploading: undefined, complete: 'ok', failed: 'bad' } as const;
  const tone = tones[upload.state];
  return (
    <ProgressRow
      label={upload.fileName}
      name={
        <>
          {upload.fileName} <small>({t('otherWindow')})</small>
        </>
      }
      aside={
        upload.state === 'uploading'
          ? `${percentOf(upload.loadedBytes, upload.totalBytes)} %`
          : t(upload.state)
      }
      part={upload.loadedBytes}
      whole={upload.totalBytes}
      {...(tone ? { tone } : {})}
      note={`${formatSize(upload.loadedBytes)} / ${formatSize(upload.totalBytes)}`}
    />
  );
}

/** An upload that a reload interrupted. */
export function UnfinishedRow({
  upload,
  onDismiss,
}: {
  upload: UnfinishedUpload;
  onDismiss: () => void;
}): ReactNode {
  const { t } = useTranslation('transfer');
  return (
    <div className={styles['row']}>
      <div className={styles['line']}>
        <span className={styles['name']} title={upload.fileName}>
          {upload.fileName}
        </span>
        <span className={styles['aside']}>{t('interrupted')}</span>
      </div>
      <div className={styles['line']}>
        <span className={styles['note']}>{t('interruptedHint', { dir: upload.dir })}</span>
        <Button type="text" size="small" icon={<CloseOutlined />} onClick={onDismiss}>
          {t('dismiss')}
        </Button>
      </div>
    </div>
  );
}
