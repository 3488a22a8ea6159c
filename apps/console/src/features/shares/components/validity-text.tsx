import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatDateTime,
  formatSpan,
  formatWithZone,
} from '../../../shared/lib/time/format-time.js';
import { usePlatformZone } from '../../../shared/lib/time/platform-zone.js';
import { useNow } from '../../../shared/lib/time/ticks.js';
import { lastsForever } from '../share-link.js';

const dayMs = 24 * 60 * 60_000;

/** A link made for seven days has seven days left a minute later, not six. Spans of less than a day stay as they are. */
const roundedDays = (spanMs: number): number =>
  spanMs < dayMs ? spanMs : Math.round(spanMs / dayMs) * dayMs;

interface ValidityTextProps {
  /** ms since the epoch; null: until it is deleted. */
  until: number | null;
  /** With the date beside what is left. */
  isLong?: boolean;
}

/** How long a share is still good, counting down; the moment in full on hover. */
export function ValidityText({ until, isLong }: ValidityTextProps): ReactNode {
  const { t } = useTranslation('shares');
  usePlatformZone();
  const now = useNow('minute');
  if (until === null || lastsForever(until, now)) {
    return <span title={t('goodForever')}>{t('permanent')}</span>;
  }
  const moment = formatDateTime(until).slice(0, 16);
  if (until <= now) {
    return (
      <time title={formatWithZone(until)}>
        {t('expiredOn', { time: isLong ? moment : moment.slice(0, 10) })}
      </time>
    );
  }
  const left = t('left', { span: formatSpan(roundedDays(until - now)) });
  return (
    <time title={formatWithZone(until)}>
      {isLong ? `${t('goodUntil', { time: moment })} · ${left}` : left}
    </time>
  );
}
