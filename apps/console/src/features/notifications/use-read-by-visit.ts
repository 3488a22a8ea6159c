import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { NotificationText } from '../../shared/notifications/notification-text.js';
import { markSeen } from './mark-seen.js';
import { readNotice } from './read-notification.js';

/** Whether a page is the one that a notice leads to, or that with more said in its address. */
export function isVisited(
  path: string | undefined,
  here: { pathname: string; search: string },
): boolean {
  if (path === undefined) {
    return false;
  }
  const { pathname, searchParams } = new URL(path, 'http://here');
  const said = new URLSearchParams(here.search);
  return (
    pathname === here.pathname &&
    [...searchParams].every(([name, value]) => said.get(name) === value)
  );
}

/**
 * A notice is read once its user goes to what it tells of, by whichever way.
 * @param unread how many there are; undefined: not known yet
 */
export function useReadByVisit(
  unread: number | undefined,
  loadTexts: () => Promise<readonly NotificationText[]>,
): void {
  const { pathname, search } = useLocation();
  const latest = useRef({ unread, loadTexts });
  useEffect(() => {
    latest.current = { unread, loadTexts };
  });
  const isKnown = unread !== undefined;
  useEffect(() => {
    if (!isKnown || latest.current.unread === 0) {
      return;
    }
    latest.current
      .loadTexts()
      .then((texts) =>
        markSeen((row) => isVisited(readNotice(texts, row).path, { pathname, search })),
      )
      // Code that cannot be fetched now: it stays unread, and nothing else is lost.
      .catch(() => undefined);
  }, [pathname, search, isKnown]);
}
