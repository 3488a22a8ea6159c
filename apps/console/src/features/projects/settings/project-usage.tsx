import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, nearlyFullPercent, percentOf } from '../../../shared/lib/format/format.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { QuotaDialog, QuotaUsed } from '../../../shared/ui/form/quota-field.js';
import { projectUsage } from '../api/project-queries.js';
import styles from '../components/projects.module.css';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

interface ProjectUsageProps {
  projectId: string;
  /** Whether the viewer gives quotas: who manages users does. */
  canSetQuota: boolean;
}

/** How much a project keeps, and of how much: told to who manages it, set by whoever manages users. */
export function ProjectUsage({ projectId, canSetQuota }: ProjectUsageProps): ReactNode {
  const { t } = useTranslation('projects');
  const { submit } = useAction(endpoints.projectFiles.setQuota, {
    invalidates: [endpoints.projectFiles.usage],
    done: (_, { quotaBytes }) => t(quotaBytes === null ? 'quotaLifted' : 'quotaSet'),
  });
  const [isSetting, setIsSetting] = useState(false);
  const query = useQuery({ ...projectUsage(projectId), staleTime: 0 });
  const usage = query.data;
  if (!usage) {
    return query.error ? <FailureNote query={query} /> : <span className="soft">…</span>;
  }
  const { quotaBytes, usedBytes, trashBytes } = usage;
  const percent = quotaBytes === null ? null : percentOf(usedBytes, quotaBytes);
  const isNearlyFull = percent !== null && percent >= nearlyFullPercent;
  const sizes = { used: formatSize(usedBytes), trash: formatSize(trashBytes) };
  return (
    <div className={styles['usage']}>
      <span>
        {quotaBytes === null
          ? t('usedUnlimited', sizes)
          : t('usedOf', { ...sizes, quota: formatSize(quotaBytes) })}
      </span>
      {canSetQuota && (
        <Button size="small" onClick={() => setIsSetting(true)}>
          {t('setQuota')}
        </Button>
      )}
      {percent !== null && <QuotaUsed percent={percent} label={t('usage')} />}
      {isNearlyFull && <p className={styles['full']}>{t('nearlyFull')}</p>}
      {isSetting && (
        <QuotaDialog
          title={t('setQuota')}
          usage={projectUsage(projectId)}
          label={t('quotaField')}
          hint={t('quotaHint')}
          none={t('quotaNone')}
          onSubmit={(quota) => submit({ projectId, quotaBytes: quota })}
          onClose={() => setIsSetting(false)}
        />
      )}
    </div>
  );
}
