import type { NotificationRow } from '@clusterdesk/contracts';
import { readNotice } from './read-notification.js';
import { type NotificationText } from '../../shared/notifications/notification-text.js';

/** Has the browser show a notification; a click on it brings this window to the front, at the page it is about. */
export function showByBrowser(
  row: NotificationRow,
  texts: readonly NotificationText[],
  open: (path: string) => void,
): void {
  const { title, text, path } = readNotice(texts, row);
  // The same id in several windows, or sent twice, takes the place of the first.
  const shown = new Notification(title, {
    tag: `notice-${row.id}`,
    ...(text ? { body: text } : {}),
  });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    if (path) {
      open(path);
    }
  });
}
