import { limits } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatDateTime,
  formatSpan,
  formatWithZone,
} from '../../../../shared/lib/time/format-time.js';
import { usePlatformZone } from '../../../../shared/lib/time/platform-zone.js';
import { useNow } from '../../../../shared/lib/time/ticks.js';

const dayMs = 24 * 60 * 60_000;
/** From so far away on a day says nothing; half of what counts as permanent when the link is made. */
const farMs = (limits.sharePermanentDays / 2) * dayMs;
/** From so near on what is left says more than the day. */
const nearMs = 7 * dayMs;

/** Until when a share is good, ms since the epoch; null: until its owner ends it. The moment in full is told on hover. */
export function ReceivedValidity({ until }: { until: number | null }): ReactNode {
  const { t } = useTranslation('receivedShares');
  usePlatformZone();
  const now = useNow('minute');
  if (until === null || until - now > farMs) {
    return <span title={t('untilEndedHint')}>{t('untilEnded')}</span>;
  }
  const day = formatDateTime(until).slice(0, 10);
  const text =
    until <= now
      ? t('expiredOn', { day })
      : until - now < nearMs
        ? t('left', { span: formatSpan(until - now) })
        : t('untilDay', { day });
  return <time title={formatWithZone(until)}>{text}</time>;
}
