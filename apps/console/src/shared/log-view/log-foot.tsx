import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/api-error.js';
import { formatSize } from '../lib/format/format.js';
import type { LogState } from './log-stream.js';
import styles from './log-view.module.css';

interface LogFootProps {
  log: LogState;
  isOpen: boolean;
  isFollowing: boolean;
  onRetry: () => void;
  /** What can be done with the log. */
  children: ReactNode;
}

/** The line below a log: how far it is, or what failed. */
export function LogFoot({ log, isOpen, isFollowing, onRetry, children }: LogFootProps): ReactNode {
  const { t } = useTranslation(['log', 'common']);
  const { lines } = log;
  const isWhole = lines.startOffset === 0 && log.isLive;
  const place = !log.hasCaughtUp
    ? t('common:loading')
    : isFollowing && isOpen
      ? t('following')
      : isOpen
        ? t('held')
        : t('ended');
  const extent = isWhole
    ? `${t('lineCount', { count: lines.count })} · ${formatSize(log.nextOffset)}`
    : t('part', {
        from: formatSize(lines.startOffset),
        to: formatSize(log.nextOffset),
        size: formatSize(Math.max(log.outputBytes, log.nextOffset)),
      });
  return (
    <footer className={styles['foot']}>
      {log.error ? (
        <span className={styles['bad']} role="alert">
          {messageOf(log.error)}{' '}
          <Button size="small" type="link" onClick={onRetry}>
            {t('common:retry')}
          </Button>
        </span>
      ) : (
        <span>
          {place} · {extent}
        </span>
      )}
      {children}
    </footer>
  );
}
