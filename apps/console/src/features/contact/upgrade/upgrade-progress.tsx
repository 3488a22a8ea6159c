import type { UpgradeRun } from '@clusterdesk/contracts';
import { Alert, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, percentOf } from '../../../shared/lib/format/format.js';
import { isUnderWay } from './upgrade-queries.js';
import styles from './upgrade.module.css';

/** How far an upgrade is, or how the last one ended. */
export function UpgradeProgress({ run }: { run: UpgradeRun }): ReactNode {
  const { t } = useTranslation('upgrades');
  if (!isUnderWay(run)) {
    return <UpgradeEnd run={run} />;
  }
  const { phase, to, doneBytes, totalBytes } = run;
  const isCounted = totalBytes > 0 && phase !== 'switching';
  return (
    <div className={styles['run']} role="status">
      <strong>{to === null ? t('upgrading') : t('upgradingTo', { version: to })}</strong>
      <Progress
        aria-label={t('progress')}
        percent={isCounted ? percentOf(doneBytes, totalBytes) : 100}
        // How long a switch takes nobody knows: a bar that only moves.
        status={isCounted ? 'normal' : 'active'}
        showInfo={isCounted}
      />
      <div className={styles['note']}>
        <span>{t(`phase_${phase as 'switching'}`)}</span>
        {isCounted && (
          <span>{t('bytes', { done: formatSize(doneBytes), total: formatSize(totalBytes) })}</span>
        )}
      </div>
    </div>
  );
}

function UpgradeEnd({ run }: { run: UpgradeRun }): ReactNode {
  const { t } = useTranslation('upgrades');
  if (run.phase === 'done') {
    return (
      <Alert
        type="success"
        showIcon
        title={t('done', { version: run.to ?? '' })}
        description={t('doneHint')}
      />
    );
  }
  return (
    <Alert
      type={run.phase === 'returned' ? 'error' : 'warning'}
      showIcon
      title={run.phase === 'returned' ? t('returned', { version: run.from }) : t('refused')}
      description={run.message}
    />
  );
}
