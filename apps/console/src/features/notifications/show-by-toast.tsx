import { endpoints, type NotificationRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { Messages } from '../../shared/ui/messages/messages.js';
import { call } from '../../shared/api/call.js';
import { invalidate } from '../../shared/api/invalidate.js';
import { translate } from '../../shared/i18n/i18n.js';
import type { NotificationText } from '../../shared/notifications/notification-text.js';
import styles from './components/notice-drawer.module.css';
import { readNotice } from './read-notification.js';

/** Seconds: two lines are read in less, and the bell keeps them. */
const shownSeconds = 8;

/** It was looked at; where that cannot be noted now, it stays unread. */
async function markRead(id: string): Promise<void> {
  await call(endpoints.notifications.read, { ids: id });
  await invalidate([endpoints.notifications.list]);
}

/**
 * Says a notification in the page, with a way to what it is about, where its kind asks for that. The next of its kind takes its
 * place: two hundred applications at once are one toast, and two hundred lines behind the bell.
 */
export const showByToast =
  (toasts: Messages['notification']) =>
  (
    row: NotificationRow,
    texts: readonly NotificationText[],
    open: (path: string) => void,
  ): void => {
    const { title, text, path, isToast } = readNotice(texts, row);
    if (!isToast) {
      return;
    }
    const key = `notice-${row.kind}`;
    const look = (to: string): void => {
      toasts.destroy(key);
      markRead(row.id).catch(() => undefined);
      open(to);
    };
    toasts.open({
      key,
      title,
      description: text && <span className={path ? styles['text'] : ''}>{text}</span>,
      role: 'status',
      placement: 'bottomLeft',
      duration: shownSeconds,
      pauseOnHover: true,
      actions: path && (
        <Button size="small" onClick={() => look(path)}>
          {translate('notifications:look')}
        </Button>
      ),
    });
  };
