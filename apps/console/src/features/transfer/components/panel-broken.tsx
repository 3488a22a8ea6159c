import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './transfer-panel.module.css';

/** Stands in place of a panel that failed; the transfers themselves go on. */
export function PanelBroken({ onAgain }: { onAgain: () => void }): ReactNode {
  const { t } = useTranslation(['transfer', 'common']);
  return (
    <aside className={`card ${styles['panel']}`} aria-label={t('panel')}>
      <header className={styles['head']}>
        <b>{t('panelBroken')}</b>
        <Button size="small" onClick={onAgain}>
          {t('common:retry')}
        </Button>
      </header>
    </aside>
  );
}
