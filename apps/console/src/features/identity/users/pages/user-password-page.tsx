import { endpoints } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../../shared/api/call.js';
import { encryptPassword } from '../../api/encrypt-password.js';
import { PasswordFields } from '../../components/password-fields.js';
import { UserFormPage } from '../user-form-page.js';

interface Values {
  password: string;
  confirmation: string;
}

/** An administrator sets somebody's password (spec part 2 §2, /userEditPassword?id). */
export function UserPasswordPage(): ReactNode {
  const { t } = useTranslation(['users', 'account']);
  const [form] = Form.useForm<Values>();
  return (
    <UserFormPage
      form={form}
      title={t('account:changePassword')}
      hint={t('passwordHint')}
      done={t('passwordDone')}
      save={async (id, { password }) =>
        callWithMessage(endpoints.users.changePassword, {
          id,
          password: await encryptPassword(password),
        })
      }
    >
      <PasswordFields />
    </UserFormPage>
  );
}
