import { endpoints, type NotificationRow } from '@clusterdesk/contracts';
import { call } from '../../shared/api/call.js';
import { invalidate } from '../../shared/api/invalidate.js';

const { list, read } = endpoints.notifications;

/** The latest unread ones that are looked through: what is older was not what brought its user here. */
const lookedThrough = 100;

/**
 * Marks as read what tells of something that its user has in front of him: the bell counts what he does not know yet. Where
 * that cannot be noted now, it stays unread.
 */
export async function markSeen(isAbout: (row: NotificationRow) => boolean): Promise<void> {
  try {
    const { content } = await call(list, { pageNum: 0, size: lookedThrough, unreadOnly: true });
    const ids = content.filter(isAbout).map(({ id }) => id);
    if (ids.length > 0) {
      await call(read, { ids: ids.join(',') });
      await invalidate([list]);
    }
  } catch {
    // It is told once more, and nothing else is lost.
  }
}
