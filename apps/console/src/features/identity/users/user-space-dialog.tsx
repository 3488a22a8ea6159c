import { endpoints, type DiskUsage, type UserRow } from '@clusterdesk/contracts';
import { Form, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { QuotaField } from '../../../shared/ui/form/quota-field.js';
import { mapSource, useFormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { formatSize, nearlyFullPercent, percentOf } from '../../../shared/lib/format/format.js';
import { gigabytesOf, quotaBytesOf } from '../../../shared/lib/format/gigabytes.js';

interface UserSpaceDialogProps {
  user: UserRow;
  onClose: () => void;
}

interface Values {
  /** In GB; none: no limit. */
  quota: number | null;
}

function Usage({ usage }: { usage: DiskUsage }): ReactNode {
  const { t } = useTranslation('users');
  const { quotaBytes, usedBytes, trashBytes, freeBytes } = usage;
  const details = [
    { label: t('spaceUsed'), value: formatSize(usedBytes) },
    { label: t('spaceTrash'), value: formatSize(trashBytes) },
    { label: t('spaceQuota'), value: quotaBytes === null ? t('noQuota') : formatSize(quotaBytes) },
    { label: t('spaceFree'), value: freeBytes === null ? t('noQuota') : formatSize(freeBytes) },
  ];
  const percent = quotaBytes === null ? null : percentOf(usedBytes, quotaBytes);
  return (
    <>
      <DetailList details={details} />
      {percent !== null && (
        <Progress
          percent={percent}
          format={(value) => `${value ?? 0}%`}
          status={percent >= nearlyFullPercent ? 'exception' : 'normal'}
          aria-label={t('spaceUsed')}
          style={{ marginTop: 8 }}
        />
      )}
    </>
  );
}

/** How much of the disk a user has and uses; sets the quota, or lifts it. */
export function UserSpaceDialog({ user, onClose }: UserSpaceDialogProps): ReactNode {
  const { t } = useTranslation('users');
  const [form] = Form.useForm<Values>();
  const input = { userId: user.id };
  const query = useFormSource(queryOptionsOf(endpoints.disk.userUsage, input));
  const setQuota = useAction(endpoints.disk.setQuota, {
    invalidates: [endpoints.disk.userUsage],
    done: (_, { quotaBytes }) => (quotaBytes === null ? t('quotaLifted') : t('quotaSet')),
  });
  return (
    <FormDialog<Values>
      form={form}
      title={t('spaceTitle', { name: user.userName })}
      source={
        query.data &&
        mapSource(query.data, ({ quotaBytes }) => ({
          quota: quotaBytes === null ? null : gigabytesOf(quotaBytes),
        }))
      }
      canSubmit={query.data !== undefined}
      mainField="quota"
      head={
        <PageState query={query} isInCard>
          {({ now }) => <Usage usage={now} />}
        </PageState>
      }
      onSubmit={async ({ quota }) => {
        const next = quotaBytesOf(quota);
        await setQuota.submit({ ...input, quotaBytes: next });
      }}
      onClose={onClose}
    >
      <QuotaField label={t('quotaField')} hint={t('quotaHint')} none={t('noQuota')} />
    </FormDialog>
  );
}
