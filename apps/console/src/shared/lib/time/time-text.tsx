import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/i18n.js';
import { formatDateTime, formatRelative, formatWithZone, parseWireTime } from './format-time.js';
import { usePlatformZone } from './platform-zone.js';
import { useNow } from './ticks.js';

interface TimeTextProps {
  /** As the wire has it: `YYYY-MM-DD hh:mm:ss` in the platform's zone, or milliseconds since the epoch. */
  time: string | number | null | undefined;
}

/** A moment in full, with its zone on hover. What is no time is shown as it is. */
export function TimeText({ time }: TimeTextProps): ReactNode {
  usePlatformZone();
  const at = typeof time === 'number' ? time : parseWireTime(time);
  return at === null ? (time ?? '') : <time title={formatWithZone(at)}>{formatDateTime(at)}</time>;
}

/** How long ago a moment was, counting on; in full with its zone on hover. */
export function RelativeTime({ time }: TimeTextProps): ReactNode {
  useLanguage();
  usePlatformZone();
  const now = useNow('minute');
  const at = typeof time === 'number' ? time : parseWireTime(time);
  return at === null ? (
    (time ?? '')
  ) : (
    <time title={formatWithZone(at)}>{formatRelative(at, Math.max(at, now))}</time>
  );
}
