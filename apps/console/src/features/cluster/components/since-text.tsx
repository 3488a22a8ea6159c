import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../shared/i18n/i18n.js';

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a host has been away, counting on; the full time on hover. Null: it has never been there. */
export function SinceText({ time }: { time: number | null }): ReactNode {
  const { t } = useTranslation('cluster');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);

  if (time === null) {
    return t('neverSeen');
  }
  const away = Math.max(0, now - time);
  const span =
    away < minuteMs
      ? t('seconds', { count: Math.floor(away / secondMs) })
      : away < hourMs
        ? t('minutes', { count: Math.floor(away / minuteMs) })
        : away < dayMs
          ? t('hours', { count: Math.floor(away / hourMs) })
          : t('days', { count: Math.floor(away / dayMs) });
  const full = new Date(time).toLocaleString(currentLanguage() === 'cn' ? 'zh-CN' : 'en');
  return <span title={t('lastSeen', { time: full })}>{t('offlineFor', { span })}</span>;
}
