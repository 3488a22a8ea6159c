import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './switch-user.module.css';

interface SwitchUserProps {
  /** Who is signed in in this browser. */
  userName: string;
  isBusy: boolean;
  onStay: () => void;
  onSwitch: () => void;
}

/** Asks before a link's code replaces the session of this browser: whoever made the link may want the person in his account. */
export function SwitchUser({ userName, isBusy, onStay, onSwitch }: SwitchUserProps): ReactNode {
  const { t } = useTranslation('identity');
  return (
    <>
      <p className={styles['question']}>{t('switchQuestion', { name: userName })}</p>
      <div className={styles['answers']}>
        <button type="button" className={styles['stay']} onClick={onStay}>
          {t('stay', { name: userName })}
        </button>
        <button
          type="button"
          className={styles['switch']}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : onSwitch}
        >
          {t('switchUser')}
        </button>
      </div>
    </>
  );
}
