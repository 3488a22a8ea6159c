import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, percentOf } from '../../../shared/lib/format/format.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import type { QueueView } from '../upload/queue/upload-store.js';
import type { Uploads } from '../upload/uploads.js';
import styles from './transfer-panel.module.css';

/** How much of all uploads has arrived, in percent; all of it only when the server has all. */
export function totalPercent(view: QueueView): number {
  const percent =
    view.totalBytes > 0
      ? percentOf(view.loadedBytes, view.totalBytes)
      : percentOf(view.completeCount, view.fileCount);
  return view.completeCount === view.fileCount ? percent : Math.min(99, percent);
}

/** All uploads together: how much of how much. */
export function PanelTotal({ view }: { view: QueueView }): ReactNode {
  const { t } = useTranslation('transfer');
  const percent = totalPercent(view);
  return (
    <div className={styles['total']}>
      <div
        className={styles['bar']}
        role="progressbar"
        aria-label={t('total')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <span className={styles['note']}>
        {t('total')} {percent}% · {formatSize(view.loadedBytes)} / {formatSize(view.totalBytes)}
      </span>
    </div>
  );
}

/** Pause, resume, retry and cancel everything. */
export function PanelFoot({ view, uploads }: { view: QueueView; uploads: Uploads }): ReactNode {
  const { t } = useTranslation('transfer');
  const confirm = useConfirm();
  const { queue } = uploads;
  const open = view.groups.filter((group) => group.state !== 'complete');
  const states = new Set(open.map((group) => group.state));
  const canPause = states.has('uploading') || states.has('waiting') || states.has('offline');
  const cancelAll = async (): Promise<void> => {
    const isConfirmed = await confirm({ title: t('cancelTitle'), hint: t('cancelHint') });
    if (isConfirmed) {
      queue.cancel(queue.find().filter(({ item }) => item.state !== 'complete'));
    }
  };
  if (open.length === 0 || view.fileCount < 2) {
    return null;
  }
  const action = (label: string, act: () => void, isDangerous = false): ReactNode => (
    <Button size="small" type="text" danger={isDangerous} onClick={act}>
      {label}
    </Button>
  );
  return (
    <footer className={styles['foot']}>
      {canPause && action(t('pauseAll'), () => queue.pauseAll())}
      {states.has('paused') && action(t('resumeAll'), () => queue.resume(queue.find()))}
      {view.failedCount > 0 && action(t('retryAll'), () => uploads.retry())}
      {action(t('cancelAll'), () => void cancelAll(), true)}
    </footer>
  );
}
