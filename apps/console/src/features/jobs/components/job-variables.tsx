import type { ScriptVariables } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './jobs.module.css';

/** What a job was given in its environment, as a shell would write it. */
export function JobVariables({ variables }: { variables: ScriptVariables }): ReactNode {
  const { t } = useTranslation('jobs');
  const given = Object.entries(variables).sort(([a], [b]) => a.localeCompare(b));
  if (given.length === 0) {
    return null;
  }
  return (
    <details className={styles['script']} open>
      <summary>{t('variables')}</summary>
      <pre tabIndex={0}>{given.map(([name, value]) => `${name}=${value}`).join('\n')}</pre>
    </details>
  );
}
