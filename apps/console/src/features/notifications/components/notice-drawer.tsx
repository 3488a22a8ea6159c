import { endpoints } from '@clusterdesk/contracts';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { DetailDrawer } from '../../../shared/ui/dialog/detail-drawer.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { paths } from '../../../shared/paths.js';
import { useNoticePages } from '../notice-pages.js';
import type { NotificationText } from '../../../shared/notifications/notification-text.js';
import { BrowserNoticeSwitch } from './browser-notice-switch.js';
import { NoticeLine, type NoticeActions } from './notice-line.js';
import styles from './notice-drawer.module.css';

interface NoticeDrawerProps {
  texts: readonly NotificationText[];
  actions?: NoticeActions | undefined;
  onClose: () => void;
}

const { list, read, readAll } = endpoints.notifications;
const stale = { invalidates: [list] };

/** The user's notifications, newest first; opening one marks it as read. */
export function NoticeDrawer({ texts, actions, onClose }: NoticeDrawerProps): ReactNode {
  const { t } = useTranslation('notifications');
  const pages = useNoticePages();
  const markRead = useAction(read, stale);
  const markAll = useAction(readAll, stale);
  const rows = pages.data?.pages.flatMap(({ content }) => content) ?? [];
  const unread = pages.data?.pages[0]?.unread ?? 0;
  return (
    <DetailDrawer
      title={t('title')}
      size={400}
      isFlush
      onClose={onClose}
      extra={
        <Button
          size="small"
          disabled={unread === 0}
          loading={markAll.isBusy}
          onClick={() => void markAll.act({})}
        >
          {t('readAll')}
        </Button>
      }
      footer={
        <div className={styles['footer']}>
          <BrowserNoticeSwitch />
          <Link to={paths.ownNotices} onClick={onClose}>
            {t('choices')}
          </Link>
        </div>
      }
    >
      {pages.isPending && <Skeleton active className={styles['coming'] ?? ''} />}
      {pages.error && !pages.data && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.data && rows.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      <ul className={styles['list']} aria-label={t('title')} aria-busy={pages.isPending}>
        {rows.map((row) => (
          <NoticeLine
            key={row.id}
            row={row}
            Actions={actions}
            texts={texts}
            onRead={() => void (row.isRead || markRead.act({ ids: row.id }))}
            onLeave={onClose}
          />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className={styles['more']}>
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('older')}
          </Button>
        </div>
      )}
    </DetailDrawer>
  );
}
