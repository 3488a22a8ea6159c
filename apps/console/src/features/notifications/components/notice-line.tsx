import type { NotificationRow } from '@clusterdesk/contracts';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { readNotice } from '../read-notification.js';
import { type NotificationText } from '../../../shared/notifications/notification-text.js';
import styles from './notice-drawer.module.css';

/** What can be done about what a notice tells of, drawn below it; nothing for most. */
export type NoticeActions = ComponentType<{
  row: NotificationRow;
  /** The notice was acted on. */
  onSeen: () => void;
}>;

interface NoticeLineProps {
  row: NotificationRow;
  Actions?: NoticeActions | undefined;
  texts: readonly NotificationText[];
  onRead: () => void;
  /** The line leads to another page. */
  onLeave: () => void;
}

/** One notification; a click marks it as read and opens what it is about. */
export function NoticeLine({ row, Actions, texts, onRead, onLeave }: NoticeLineProps): ReactNode {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const { title, text, path } = readNotice(texts, row);
  const open = (): void => {
    onRead();
    if (path) {
      onLeave();
      void navigate(path);
    }
  };
  return (
    <li>
      <button type="button" className={styles['line']} data-unread={!row.isRead} onClick={open}>
        <span className={styles['title']}>
          {!row.isRead && <span className="visually-hidden">{t('unread')}</span>}
          {title}
        </span>
        {text && <span className={`soft ${path ? styles['text'] : ''}`}>{text}</span>}
        <span className="soft small">
          <RelativeTime time={row.createTime} />
        </span>
      </button>
      {Actions && (
        <div className={styles['acts']}>
          <Actions row={row} onSeen={onRead} />
        </div>
      )}
    </li>
  );
}
