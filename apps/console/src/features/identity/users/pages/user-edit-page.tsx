import { endpoints } from '@clusterdesk/contracts';
import { App, Form, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../../shared/api/call.js';
import { FieldPair } from '../../../../shared/ui/form/field-pair.js';
import { FormPage } from '../../../../shared/ui/form/form-page.js';
import { paths } from '../../../../shared/paths.js';
import { encryptPassword } from '../../api/encrypt-password.js';
import { invalidateUsers } from '../../api/invalidate-users.js';
import { RoleSelect } from '../../roles/role-select.js';
import { ValidityFields } from '../validity-fields.js';
import {
  isEmail,
  isMobile,
  isPasswordLength,
  isUserName,
  optionalRule,
  requiredRule,
} from '../../form-rules.js';
import { endOnWire, startOnWire } from '../validity.js';

interface NewUser {
  userName: string;
  password: string;
  realName?: string;
  mobile?: string;
  email?: string;
  companyName?: string;
  companyAddress?: string;
  roleId: string;
  effectiveDate?: Dayjs | null;
  expiredDate?: Dayjs | null;
}

/** After the last key, before the address is judged (spec part 2 §5). */
const emailDelayMs = 600;

/** Add a user (spec part 2 §2, /userEdit). */
export function UserEditPage(): ReactNode {
  const { t } = useTranslation(['users', 'account']);
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [form] = Form.useForm<NewUser>();

  const add = async (values: NewUser): Promise<void> => {
    const { effectiveDate, expiredDate, password, ...rest } = values;
    await call(endpoints.users.add, {
      ...rest,
      password: await encryptPassword(password),
      ...(effectiveDate ? { effectiveDate: startOnWire(effectiveDate) } : {}),
      ...(expiredDate ? { expiredDate: endOnWire(expiredDate) } : {}),
    });
    void invalidateUsers();
    void message.success(t('addedDone'));
    await navigate(paths.users);
  };
  return (
    <FormPage
      form={form}
      title={t('addUser')}
      hint={t('addHint')}
      backTo={paths.users}
      backLabel={t('title')}
      onSubmit={add}
    >
      <FieldPair>
        <Form.Item
          name="userName"
          label={t('userName')}
          required
          rules={[requiredRule(t('userNameRequired'), isUserName, t('userNameRule'))]}
        >
          <Input autoFocus maxLength={64} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('password')}
          required
          rules={[
            requiredRule(
              t('account:newPasswordRequired'),
              isPasswordLength,
              t('account:passwordLength'),
            ),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="roleId"
          label={t('role')}
          rules={[{ required: true, message: t('roleRequired') }]}
        >
          <RoleSelect />
        </Form.Item>
        <Form.Item name="realName" label={t('realName')}>
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="mobile"
          label={t('mobile')}
          rules={[optionalRule(isMobile, t('account:mobileRule'))]}
        >
          <Input maxLength={11} inputMode="tel" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="email"
          label={t('email')}
          validateDebounce={emailDelayMs}
          rules={[optionalRule(isEmail, t('account:emailRule'))]}
        >
          <Input maxLength={254} inputMode="email" autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="companyName" label={t('companyName')}>
          <Input maxLength={255} autoComplete="off" />
        </Form.Item>
        <Form.Item name="companyAddress" label={t('companyAddress')}>
          <Input maxLength={255} autoComplete="off" />
        </Form.Item>
      </FieldPair>
      <ValidityFields startName="effectiveDate" endName="expiredDate" />
    </FormPage>
  );
}
