import { CopyOutlined, DownloadOutlined, VerticalAlignBottomOutlined } from '@ant-design/icons';
import type { JobDetail } from '@clusterdesk/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { App, Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { formatSize } from '../../../shared/lib/format/format.js';
import { downloadLog } from './download-log.js';
import { useFollow } from './use-follow.js';
import { useJobLog } from './use-job-log.js';
import { copyText } from '../../../shared/lib/dom/copy-text.js';
import { isOpen } from '../components/job-status.js';
import styles from './job-log.module.css';

const lineHeight = 20;

const emptyNote = (job: JobDetail) =>
  isOpen(job) ? 'logWaits' : job.isOutputRemoved ? 'logRemoved' : 'logEmpty';

/** A job's output as it comes. It follows the newest line unless one scrolls up; only the lines in view are in the page. */
export function JobLogView({ job }: { job: JobDetail }): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const { message } = App.useApp();
  const log = useJobLog(job);
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isFollowing, follow, onScroll } = useFollow(frame, content);
  const [isSaving, setIsSaving] = useState(false);
  const { lines } = log;
  const virtualizer = useVirtualizer({
    count: lines.count,
    getScrollElement: () => frame.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines.dropped + index,
    overscan: 30,
  });

  const copy = async (): Promise<void> => {
    try {
      await copyText(lines.text());
      void message.success(t('common:copied'));
    } catch {
      void message.error(t('copyFailed'));
    }
  };
  const save = async (): Promise<void> => {
    setIsSaving(true);
    try {
      await downloadLog(job);
    } catch (error) {
      void message.error(messageOf(error));
    } finally {
      setIsSaving(false);
    }
  };

  const isCut = lines.dropped > 0 || log.startOffset > 0;
  const place = !log.hasCaughtUp
    ? t('common:loading')
    : !isOpen(job)
      ? t('logEnded')
      : isFollowing
        ? t('logFollowing')
        : t('logHeld');
  return (
    <section className={styles['log']} aria-label={t('output')}>
      <div
        ref={frame}
        className={styles['frame']}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={t('output')}
        aria-busy={!log.hasCaughtUp}
      >
        {isCut && <p className={styles['note']}>{t('logCut')}</p>}
        {log.hasCaughtUp && lines.count === 0 && (
          <p className={styles['note']}>{t(emptyNote(job))}</p>
        )}
        {!log.hasCaughtUp && lines.count === 0 && !log.error && (
          <p className={styles['note']}>{t('common:loading')}</p>
        )}
        <div
          ref={content}
          className={styles['content']}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={styles['line']}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {lines.at(item.index) || '\u00a0'}
            </div>
          ))}
        </div>
      </div>
      {!isFollowing && lines.count > 0 && (
        <Button
          className={styles['toEnd'] ?? ''}
          size="small"
          type="primary"
          icon={<VerticalAlignBottomOutlined />}
          onClick={follow}
        >
          {t('toNewest')}
        </Button>
      )}
      <footer className={styles['foot']}>
        {log.error ? (
          <span className={styles['bad']} role="alert">
            {messageOf(log.error)}{' '}
            <Button size="small" type="link" onClick={log.retry}>
              {t('common:retry')}
            </Button>
          </span>
        ) : (
          <span>
            {place} · {t('lineCount', { count: lines.dropped + lines.count })} ·{' '}
            {formatSize(log.nextOffset)}
          </span>
        )}
        <span className={styles['tools']}>
          <Button
            size="small"
            type="text"
            icon={<CopyOutlined />}
            disabled={lines.count === 0}
            onClick={() => void copy()}
          >
            {t('copyLog')}
          </Button>
          <Button
            size="small"
            type="text"
            icon={<DownloadOutlined />}
            loading={isSaving}
            disabled={lines.count === 0}
            onClick={() => void save()}
          >
            {t('downloadLog')}
          </Button>
        </span>
      </footer>
    </section>
  );
}
