import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../../shared/api/call.js';
import { paths } from '../../../../shared/paths.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { FieldPair } from '../../../../shared/ui/form/field-pair.js';
import { FormPage } from '../../../../shared/ui/form/form-page.js';
import { NotSent } from '../../../../shared/ui/form/use-submit.js';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { encryptPassword } from '../../api/encrypt-password.js';
import { roleList } from '../../api/role-queries.js';
import { queriesOfUsers } from '../../api/shown.js';
import { passwordSchema } from '../../form-rules.js';
import { RoleSelect } from '../../roles/role-select.js';
import { useAskAdministrator } from '../../roles/use-ask-administrator.js';
import { ContactFields } from '../contact-fields.js';
import { ValidityFields } from '../validity-fields.js';
import { endOnWire, startOnWire } from '../validity.js';
import { PasswordToHandOver } from './password-to-hand-over.js';

interface NewUser {
  userName: string;
  password: string;
  mustChangePassword?: boolean;
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

/** Adds a user; afterwards the user list. */
export function NewUserForm(): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const [form] = Form.useForm<NewUser>();
  const askAdministrator = useAskAdministrator();
  const { data: roles } = useQuery(roleList());
  useEffect(() => {
    const ordinary = roles?.find(({ builtIn }) => builtIn === 'users');
    if (ordinary && form.getFieldValue('roleId') === undefined) {
      form.setFieldsValue({ roleId: ordinary.id });
    }
  }, [roles, form]);
  const add = useAction(
    async ({ effectiveDate, expiredDate, password, ...rest }: NewUser) =>
      callWithMessage(endpoints.users.add, {
        ...rest,
        password: await encryptPassword(password),
        ...(effectiveDate ? { effectiveDate: startOnWire(effectiveDate) } : {}),
        ...(expiredDate ? { expiredDate: endOnWire(expiredDate) } : {}),
      }),
    { invalidates: queriesOfUsers, done: t('addedDone') },
  );
  return (
    <FormPage
      form={form}
      title={t('addUser')}
      hint={t('addHint')}
      backTo={paths.users}
      backLabel={t('title')}
      width="whole"
      submitLabel={t('common:add')}
      onSubmit={async (values) => {
        if (!(await askAdministrator([values.roleId]))) {
          throw new NotSent();
        }
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
          name="roleId"
          label={t('role')}
          rules={[{ required: true, message: t('roleRequired') }]}
        >
          <RoleSelect />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('password')}
          required
          rules={[schemaRule(passwordSchema, { empty: t('passwordRequired') })]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <PasswordToHandOver />
      </FieldPair>
      <ContactFields />
      <ValidityFields startName="effectiveDate" endName="expiredDate" />
    </FormPage>
  );
}
