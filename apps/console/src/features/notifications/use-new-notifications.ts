import { endpoints, type EndpointResult, type NotificationRow } from '@clusterdesk/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../shared/api/call.js';

const { list } = endpoints.notifications;

/** Of those missed at once, the latest: the bell counts the others. */
const toldAtOnce = 20;

/** The newest notification that is known here: ids grow, and one that stands for several grows in its count. */
type Newest = Pick<NotificationRow, 'id' | 'count'>;
const none: Newest = { id: '0', count: 0 };

function isNewer(row: Newest, known: Newest): boolean {
  const difference = BigInt(row.id) - BigInt(known.id);
  return difference > 0n || (difference === 0n && row.count > known.count);
}

/**
 * Tells of each notification once: as its event comes, or, where that was missed, when the list says that there are newer ones.
 * What was there when the page was loaded is not told.
 * @param latest the list from its newest on; undefined: not known yet
 * @returns what hears of the event, which may come twice
 */
export function useNewNotifications(
  latest: EndpointResult<typeof list> | undefined,
  tell: (row: NotificationRow) => void,
): (row: NotificationRow) => void {
  const known = useRef<Newest | null>(null);
  const telling = useRef(tell);
  useEffect(() => {
    telling.current = tell;
  });

  useEffect(() => {
    if (!latest) {
      return;
    }
    const newest = latest.content[0] ?? none;
    const before = known.current;
    if (before && !isNewer(newest, before)) {
      return;
    }
    known.current = newest;
    if (before) {
      call(list, { pageNum: 0, size: toldAtOnce, unreadOnly: true })
        .then(({ content }) =>
          content
            .filter((row) => isNewer(row, before) && !isNewer(row, newest))
            .reverse()
            .forEach((row) => telling.current(row)),
        )
        // The bell counts them all the same.
        .catch(() => undefined);
    }
  }, [latest]);

  return useCallback((row: NotificationRow) => {
    const before = known.current ?? none;
    // An older one that stands for one more since comes with its old id.
    if (isNewer(row, before) || (row.count > 1 && row.id !== before.id)) {
      telling.current(row);
    }
    if (isNewer(row, before)) {
      known.current = row;
    }
  }, []);
}
