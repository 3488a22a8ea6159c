import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLostSince } from '../../../shared/live/connection/live-provider.js';
import { useIsOnline } from '../../../shared/lib/connection/network.js';
import { formatClock } from '../../../shared/lib/time/format-time.js';
import styles from './notices.module.css';

/** A blink of the network is not worth a word. */
const quietMs = 700;

/** Says that the live connection is lost and since when; goes by itself, and moves nothing on the page. */
export function ConnectionBar(): ReactNode {
  const { t } = useTranslation('shell');
  const lostSince = useLostSince();
  const isOnline = useIsOnline();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!lostSince) {
      return undefined;
    }
    // That the browser has no network is certain at once.
    const timer = setTimeout(() => setIsShown(true), isOnline ? quietMs : 0);
    return () => clearTimeout(timer);
  }, [lostSince, isOnline]);
  useEffect(() => {
    if (!lostSince) {
      setIsShown(false);
    }
  }, [lostSince]);
  if (!lostSince || !isShown) {
    return null;
  }
  const since = formatClock(lostSince.getTime());
  return (
    <div className={`${styles['notice']} ${styles['lost']}`} role="status">
      {isOnline ? t('connectionLost', { since }) : t('offline', { since })}
    </div>
  );
}
