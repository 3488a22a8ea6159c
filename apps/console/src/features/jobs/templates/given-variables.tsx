import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './templates.module.css';

const names = ['JOB_ID', 'JOB_NAME', 'QUEUE', 'NODE', 'CPUS'] as const;

/** What every job finds in its environment without anybody's doing. */
export function GivenVariables(): ReactNode {
  const { t } = useTranslation('templates');
  return (
    <span className={styles['given']}>
      {t('given')}
      {names.map((name) => (
        <code key={name} title={t(`given_${name}`)}>
          $CLUSTERDESK_{name}
        </code>
      ))}
    </span>
  );
}
