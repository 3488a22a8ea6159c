import { endpoints, type DiskUsage, type UserRow } from '@clusterdesk/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Descriptions, Form, InputNumber, Progress, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { queryKeyOf, queryOptionsOf } from '../../../shared/api/query.js';
import { Dialog } from '../../../shared/ui/feedback/dialog.js';
import { ErrorState } from '../../../shared/ui/feedback/error-state.js';
import { formatSize, nearlyFullPercent, percentOf } from '../../../shared/lib/format/format.js';
import { bytesOfGigabytes, gigabytesOf } from './quota.js';

interface UserSpaceDialogProps {
  user: UserRow;
  onClose: () => void;
}

function Usage({ usage }: { usage: DiskUsage }): ReactNode {
  const { t } = useTranslation('users');
  const { quotaBytes, usedBytes, trashBytes, freeBytes } = usage;
  const details = [
    { key: 'used', label: t('spaceUsed'), children: formatSize(usedBytes) },
    { key: 'trash', label: t('spaceTrash'), children: formatSize(trashBytes) },
    {
      key: 'quota',
      label: t('spaceQuota'),
      children: quotaBytes === null ? t('noQuota') : formatSize(quotaBytes),
    },
    {
      key: 'free',
      label: t('spaceFree'),
      children: freeBytes === null ? t('noQuota') : formatSize(freeBytes),
    },
  ];
  const percent = quotaBytes === null ? null : percentOf(usedBytes, quotaBytes);
  return (
    <>
      <Descriptions size="small" column={{ xs: 1, sm: 2 }} items={details} />
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
  const { message } = App.useApp();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<{ quota: number | null }>();
  const [isBusy, setIsBusy] = useState(false);
  const input = { userId: user.id };
  const usage = useQuery({ ...queryOptionsOf(endpoints.disk.userUsage, input), staleTime: 0 });
  const quotaBytes = usage.data?.quotaBytes;
  useEffect(() => {
    if (quotaBytes !== undefined) {
      form.setFieldValue('quota', quotaBytes === null ? null : gigabytesOf(quotaBytes));
    }
  }, [form, quotaBytes]);

  const save = async ({ quota }: { quota: number | null }): Promise<void> => {
    setIsBusy(true);
    try {
      const next = quota === null || quota === undefined ? null : bytesOfGigabytes(quota);
      const result = await call(endpoints.disk.setQuota, { ...input, quotaBytes: next });
      queryClient.setQueryData(queryKeyOf(endpoints.disk.userUsage, input), result);
      void message.success(next === null ? t('quotaLifted') : t('quotaSet'));
      onClose();
    } catch (error) {
      form.setFields([{ name: 'quota', errors: [messageOf(error)] }]);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t('spaceTitle', { name: user.userName })}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !usage.data }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {usage.data ? (
        <Usage usage={usage.data} />
      ) : usage.error ? (
        <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      )}
      <Form
        form={form}
        layout="vertical"
        style={{ marginTop: 16 }}
        hidden={!usage.data}
        onFinish={(values) => void save(values)}
      >
        <Form.Item name="quota" label={t('quotaField')} extra={t('quotaHint')}>
          <InputNumber
            autoFocus
            min={0}
            max={8_000_000}
            precision={2}
            style={{ width: '100%' }}
            placeholder={t('noQuota')}
            onPressEnter={() => form.submit()}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
