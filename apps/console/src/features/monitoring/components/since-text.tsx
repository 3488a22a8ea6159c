import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpan, formatWithZone } from '../../../shared/lib/time/format-time.js';
import { usePlatformZone } from '../../../shared/lib/time/platform-zone.js';
import { useNow } from '../../../shared/lib/time/ticks.js';

/** How long a host has been away, counting on; the full time on hover. */
export function SinceText({ time }: { time: number }): ReactNode {
  const { t } = useTranslation('cluster');
  usePlatformZone();
  const now = useNow('second');
  return (
    <span title={t('lastSeen', { time: formatWithZone(time) })}>
      {t('offlineFor', { span: formatSpan(now - time) })}
    </span>
  );
}
