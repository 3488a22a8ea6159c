import { endpoints } from '@clusterdesk/contracts';
import { call } from '../../shared/api/call.js';
import { invalidate } from '../../shared/api/invalidate.js';
import type { Notice, NotificationText } from '../../shared/notifications/notification-text.js';
import { readNotice } from './read-notification.js';

const { list, read } = endpoints.notifications;

/** The latest unread ones that are looked through: what is older was not what brought its user here. */
const lookedThrough = 100;

/** Whether an address shows what another one leads to: it may say more of how that is shown. */
function leadsTo(path: string, visited: string): boolean {
  const [wanted, here] = [path, visited].map((at) => new URL(at, 'http://console.invalid'));
  return (
    wanted?.pathname === here?.pathname &&
    [...(wanted?.searchParams ?? [])].every(
      ([name, value]) => here?.searchParams.get(name) === value,
    )
  );
}

const isShownAt = ({ path, listedAt }: Notice, visited: string): boolean =>
  (path !== undefined && leadsTo(path, visited)) || listedAt === visited;

/**
 * Marks as read what tells of something that its user has in front of him, however he came there: the bell counts what he does not know
 * yet. Where that cannot be noted now, it stays unread.
 * @param visited an address of the console
 */
export async function readVisited(
  loadTexts: () => Promise<readonly NotificationText[]>,
  visited: string,
): Promise<void> {
  try {
    const { content } = await call(list, { pageNum: 0, size: lookedThrough, unreadOnly: true });
    if (content.length === 0) {
      return;
    }
    const texts = await loadTexts();
    const ids = content
      .filter((row) => isShownAt(readNotice(texts, row), visited))
      .map(({ id }) => id);
    if (ids.length > 0) {
      await call(read, { ids: ids.join(',') });
      await invalidate([list]);
    }
  } catch {
    // It is told once more, and nothing else is lost.
  }
}
