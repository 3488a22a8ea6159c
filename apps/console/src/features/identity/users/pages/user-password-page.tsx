import { endpoints } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../../shared/api/call.js';
import { encryptPassword } from '../../api/encrypt-password.js';
import { PasswordFields } from '../../components/password-fields.js';
import { PasswordToHandOver } from '../one/password-to-hand-over.js';
import { UserFormPage } from '../user-form-page.js';

interface Values {
  password: string;
  confirmation: string;
  mustChangePassword?: boolean;
}

/** An administrator sets somebody's password (spec part 2 §2, /userEditPassword?id). */
export function UserPasswordPage(): ReactNode {
  const { t } = useTranslation('users');
  const [form] = Form.useForm<Values>();
  return (
    <UserFormPage
      form={form}
      title={t('changePassword')}
      hint={t('passwordHint')}
      done={t('passwordDone')}
      save={async ({ id }, { password, mustChangePassword }) =>
        callWithMessage(endpoints.users.changePassword, {
          id,
          password: await encryptPassword(password),
          mustChangePassword: mustChangePassword ?? false,
        })
      }
    >
      <PasswordFields />
      <PasswordToHandOver />
    </UserFormPage>
  );
}
