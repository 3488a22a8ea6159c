import { endpoints } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../../shared/api/call.js';
import { UserFormPage } from '../user-form-page.js';
import { ValidityFields } from '../validity-fields.js';
import { endOnWire, startOnWire } from '../validity.js';

interface Values {
  startDate: Dayjs;
  /** None: no expiry. */
  endDate: Dayjs | null;
  noExpiry?: boolean;
}

/** Activate a frozen user for a period (spec part 2 §2, /userActivation?id). */
export function UserActivationPage(): ReactNode {
  const { t } = useTranslation('users');
  const [form] = Form.useForm<Values>();
  return (
    <UserFormPage
      form={form}
      title={t('activate')}
      hint={t('activateHint')}
      submitLabel={t('activate')}
      done={t('activatedDone')}
      save={({ id }, { startDate, endDate }) =>
        callWithMessage(endpoints.users.freeze, {
          id,
          freeze: 2,
          startDate: startOnWire(startDate),
          ...(endDate ? { endDate: endOnWire(endDate) } : { noExpiry: true }),
        })
      }
    >
      <ValidityFields startName="startDate" endName="endDate" isRequired />
    </UserFormPage>
  );
}
