import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLostSince } from '../../shared/live/live-provider.js';
import { formatClock } from '../../shared/lib/format/format.js';
import styles from './shell.module.css';

/** A blink of the network is not worth a word. */
const quietMs = 1_500;

/** Says that the live connection is lost and since when; goes by itself. */
export function ConnectionBar(): ReactNode {
  const { t } = useTranslation('shell');
  const lostSince = useLostSince();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!lostSince) {
      return undefined;
    }
    const timer = setTimeout(() => setIsShown(true), quietMs);
    return () => {
      clearTimeout(timer);
      setIsShown(false);
    };
  }, [lostSince]);
  if (!lostSince || !isShown) {
    return null;
  }
  return (
    <div className={styles['lost']} role="status">
      {t('connectionLost', { since: formatClock(lostSince) })}
    </div>
  );
}
