import { endpoints } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.js';
import { leaveToLogin, readUserId } from '../../../shared/api/session.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { paths } from '../../../shared/paths.js';
import { encryptPassword } from '../api/encrypt-password.js';
import { PasswordFields } from '../components/password-fields.js';
import { requiredRule } from '../form-rules.js';

interface Values {
  oldPassword: string;
  password: string;
  confirmation: string;
}

interface OwnPasswordFormProps {
  hint: string;
  /** In place of the ways back, where the password has to be changed first. */
  leave?: { label: string; act: () => void };
}

/** The old password and a new one; then the login page, for every session ends. */
export function OwnPasswordForm({ hint, leave }: OwnPasswordFormProps): ReactNode {
  const { t } = useTranslation('account');
  const [form] = Form.useForm<Values>();
  const save = async ({ oldPassword, password }: Values): Promise<void> => {
    await call(endpoints.account.updatePassword, {
      id: readUserId(),
      password: await encryptPassword(password),
      oldPassword: await encryptPassword(oldPassword),
    });
    leaveToLogin(t('passwordDone'));
  };
  return (
    <FormPage
      form={form}
      title={t('changePassword')}
      hint={hint}
      backTo={paths.account}
      backLabel={t('title')}
      {...(leave ? { leave } : {})}
      onSubmit={save}
    >
      <Form.Item
        name="oldPassword"
        label={t('oldPassword')}
        required
        rules={[requiredRule(t('oldPasswordRequired'))]}
      >
        <Input.Password autoFocus autoComplete="current-password" />
      </Form.Item>
      <PasswordFields />
    </FormPage>
  );
}
