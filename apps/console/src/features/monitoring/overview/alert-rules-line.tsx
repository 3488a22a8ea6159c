import type { AlertRules } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { paths } from '../../../shared/paths.js';
import { useIsAdministrator } from '../../../shared/users/use-is-administrator.js';
import styles from './cluster-overview.module.css';

/** When alerts begin, in words; administrators are led to where it is set. */
export function AlertRulesLine({ rules }: { rules: AlertRules }): ReactNode {
  const { t } = useTranslation('cluster');
  const isAdministrator = useIsAdministrator();
  const { cpuPercent, memoryPercent, minutes, offlineMinutes } = rules;
  const parts = [
    cpuPercent !== null && t('ruleCpu', { percent: cpuPercent, count: minutes }),
    memoryPercent !== null && t('ruleMemory', { percent: memoryPercent, count: minutes }),
    offlineMinutes !== null && t('ruleOffline', { count: offlineMinutes }),
  ].filter((part) => part !== false);
  return (
    <p className={styles['rules']}>
      {parts.length === 0 ? t('rulesNone') : t('rules', { rules: formatList(parts) })}
      {isAdministrator && <Link to={paths.settingValues}>{t('rulesEdit')}</Link>}
    </p>
  );
}
