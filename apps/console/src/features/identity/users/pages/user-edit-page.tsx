import { endpoints } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../../shared/api/call.js';
import { useAction } from '../../../../shared/ui/feedback/use-action.js';
import { FieldPair } from '../../../../shared/ui/form/field-pair.js';
import { FormPage } from '../../../../shared/ui/form/form-page.js';
import { paths } from '../../../../shared/paths.js';
import { encryptPassword } from '../../api/encrypt-password.js';
import { showsUsers } from '../../api/shown.js';
import { RoleSelect } from '../../roles/role-select.js';
import { ValidityFields } from '../validity-fields.js';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { passwordSchema } from '../../form-rules.js';
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

const { shape } = endpoints.users.add.input;

/** After the last key, before the address is judged (spec part 2 §5). */
const emailDelayMs = 600;

/** Add a user (spec part 2 §2, /userEdit). */
export function UserEditPage(): ReactNode {
  const { t } = useTranslation(['users', 'account']);
  const [form] = Form.useForm<NewUser>();

  const add = useAction(
    async ({ effectiveDate, expiredDate, password, ...rest }: NewUser) =>
      callWithMessage(endpoints.users.add, {
        ...rest,
        password: await encryptPassword(password),
        ...(effectiveDate ? { effectiveDate: startOnWire(effectiveDate) } : {}),
        ...(expiredDate ? { expiredDate: endOnWire(expiredDate) } : {}),
      }),
    { invalidates: showsUsers, done: t('addedDone') },
  );
  return (
    <FormPage
      form={form}
      title={t('addUser')}
      hint={t('addHint')}
      backTo={paths.users}
      backLabel={t('title')}
      onSubmit={async (values) => {
        await add.submit(values);
        return paths.users;
      }}
    >
      <FieldPair>
        <Form.Item
          name="userName"
          label={t('userName')}
          required
          rules={[schemaRule(shape.userName, { empty: t('userNameRequired') })]}
        >
          <Input autoFocus maxLength={64} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('password')}
          required
          rules={[schemaRule(passwordSchema, { empty: t('account:newPasswordRequired') })]}
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
        <Form.Item name="mobile" label={t('mobile')} rules={[schemaRule(shape.mobile)]}>
          <Input maxLength={11} inputMode="tel" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="email"
          label={t('email')}
          validateDebounce={emailDelayMs}
          rules={[schemaRule(shape.email)]}
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
