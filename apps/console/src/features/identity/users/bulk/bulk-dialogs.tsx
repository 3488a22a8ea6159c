import { endpoints } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../shared/api/call.js';
import { quotaBytesOf } from '../../../../shared/lib/format/gigabytes.js';
import { FormDialog } from '../../../../shared/ui/form/form-dialog.js';
import { NotSent } from '../../../../shared/ui/form/use-submit.js';
import { QuotaField } from '../../../../shared/ui/form/quota-field.js';
import { RoleSelect } from '../../roles/role-select.js';
import { useAskAdministrator } from '../../roles/use-ask-administrator.js';
import { ValidityFields } from '../validity-fields.js';
import { endOnWire, startOnWire } from '../validity.js';
import type { BulkSend } from './use-bulk.js';

interface BulkDialogProps {
  count: number;
  run: (send: BulkSend) => Promise<void>;
  onClose: () => void;
}

/** Gives all of them one more role. */
export function BulkRoleDialog({ count, run, onClose }: BulkDialogProps): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const [form] = Form.useForm<{ roleId: string }>();
  const askAdministrator = useAskAdministrator();
  return (
    <FormDialog
      form={form}
      title={t('bulkRoleTitle', { count })}
      okText={t('common:add')}
      head={<p className="soft">{t('bulkRoleHint')}</p>}
      onSubmit={async ({ roleId }) => {
        if (!(await askAdministrator([roleId]))) {
          throw new NotSent();
        }
        await run((ids) => call(endpoints.users.bulkAddRole, { ids, roleId }));
      }}
      onClose={onClose}
    >
      <Form.Item
        name="roleId"
        label={t('role')}
        rules={[{ required: true, message: t('roleRequired') }]}
      >
        <RoleSelect />
      </Form.Item>
    </FormDialog>
  );
}

/** Sets the quota of all of them, or lifts it. */
export function BulkQuotaDialog({ count, run, onClose }: BulkDialogProps): ReactNode {
  const { t } = useTranslation('users');
  const [form] = Form.useForm<{ quota: number | null }>();
  return (
    <FormDialog
      form={form}
      title={t('bulkQuotaTitle', { count })}
      mainField="quota"
      onSubmit={({ quota }) => {
        const quotaBytes = quotaBytesOf(quota);
        return run((ids) => call(endpoints.disk.bulkSetQuota, { ids, quotaBytes }));
      }}
      onClose={onClose}
    >
      <QuotaField label={t('quotaField')} hint={t('quotaHint')} none={t('noQuota')} />
    </FormDialog>
  );
}

interface Period {
  startDate: Dayjs;
  endDate: Dayjs | null;
}

/** Activates all of them for a period. */
export function BulkActivateDialog({ count, run, onClose }: BulkDialogProps): ReactNode {
  const { t } = useTranslation('users');
  const [form] = Form.useForm<Period>();
  return (
    <FormDialog
      form={form}
      title={t('bulkActivateTitle', { count })}
      okText={t('activate')}
      head={<p className="soft">{t('activateHint')}</p>}
      onSubmit={({ startDate, endDate }) =>
        run((ids) =>
          call(endpoints.users.bulkFreeze, {
            ids,
            freeze: 2,
            startDate: startOnWire(startDate),
            ...(endDate ? { endDate: endOnWire(endDate) } : { noExpiry: true }),
          }),
        )
      }
      onClose={onClose}
    >
      <ValidityFields startName="startDate" endName="endDate" isRequired />
    </FormDialog>
  );
}
