import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, nearlyFullPercent, percentOf } from '../../../shared/lib/format/format.js';
import { gigabytesOf, quotaBytesOf } from '../../../shared/lib/format/gigabytes.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { QuotaField } from '../../../shared/ui/form/quota-field.js';
import { mapSource, useFormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { projectUsage } from '../api/project-queries.js';
import styles from '../components/projects.module.css';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

interface ProjectUsageProps {
  projectId: string;
  /** Whether the viewer gives quotas: who manages users does. */
  canSetQuota: boolean;
}

interface Values {
  /** In GB; none: no limit. */
  quota: number | null;
}

function QuotaDialog({
  projectId,
  onClose,
}: {
  projectId: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('projects');
  const [form] = Form.useForm<Values>();
  const { submit } = useAction(endpoints.projectFiles.setQuota, {
    invalidates: [endpoints.projectFiles.usage],
    done: (_, { quotaBytes }) => t(quotaBytes === null ? 'quotaLifted' : 'quotaSet'),
  });
  const query = useFormSource(projectUsage(projectId));
  return (
    <FormDialog<Values, unknown>
      form={form}
      title={t('setQuota')}
      mainField="quota"
      source={
        query.data &&
        mapSource(query.data, ({ quotaBytes }) => ({
          quota: quotaBytes === null ? null : gigabytesOf(quotaBytes),
        }))
      }
      canSubmit={query.data !== undefined}
      head={
        query.data === undefined && (
          <PageState query={query} isInCard>
            {() => null}
          </PageState>
        )
      }
      onSubmit={({ quota }) => submit({ projectId, quotaBytes: quotaBytesOf(quota) })}
      onClose={onClose}
    >
      <QuotaField label={t('quotaField')} hint={t('quotaHint')} none={t('quotaNone')} />
    </FormDialog>
  );
}

/** How much a project keeps, and of how much: told to who manages it, set by whoever manages users. */
export function ProjectUsage({ projectId, canSetQuota }: ProjectUsageProps): ReactNode {
  const { t } = useTranslation('projects');
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
      {percent !== null && (
        <Progress
          percent={percent}
          format={(value) => `${value ?? 0}%`}
          status={isNearlyFull ? 'exception' : 'normal'}
          aria-label={t('usage')}
        />
      )}
      {isNearlyFull && <p className={styles['full']}>{t('nearlyFull')}</p>}
      {isSetting && <QuotaDialog projectId={projectId} onClose={() => setIsSetting(false)} />}
    </div>
  );
}
