import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative, formatWithZone, parseWireTime } from './format-time.js';
import { usePlatformZone } from './platform-zone.js';
import { useNowAs } from './ticks.js';

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

const minuteMs = 60_000;

/** How long ago a moment was, counting on by the minute; in full with its zone on hover. */
export function RelativeTime({ time }: TimeTextProps): ReactNode {
  const { t } = useTranslation('common');
  usePlatformZone();
  const at = typeof time === 'number' ? time : parseWireTime(time);
  // A minute that is over is noticed within ten seconds; seconds that count on would only draw the eye.
  const ago = useNowAs('tenSeconds', (now) =>
    at === null ? '' : now - at < minuteMs ? t('justNow') : formatRelative(at, now),
  );
  return at === null ? (time ?? '') : <time title={formatWithZone(at)}>{ago}</time>;
}
