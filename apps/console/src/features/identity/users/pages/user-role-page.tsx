import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { oneUser, roleList } from '../../api/role-queries.js';
import { sendRoles } from '../../api/send-roles.js';
import { useWatchAccounts } from '../../identity-live.js';
import { RoleSelect } from '../../roles/role-select.js';
import { UserFormPage } from '../user-form-page.js';

interface Values {
  roleIds: string[];
}

const idsIn = (list: string | null): string[] => (list ?? '').split(',').filter((id) => id !== '');

/** Change a user's roles (spec part 2 §2, /userEditRole?id&roleIds). The URL names the first role; the others come with the user. */
export function UserRolePage(): ReactNode {
  const { t } = useTranslation('users');
  const [search] = useSearchParams();
  const [form] = Form.useForm<Values>();
  useWatchAccounts('roles');
  const roles = useQuery(roleList());
  const user = useQuery(oneUser(search.get('id') ?? ''));
  const [shown, setShown] = useState<readonly string[]>([]);
  useEffect(() => {
    // Nothing is chosen before the user is known: the URL's role alone, saved, would take the others away. A choice
    // already begun is not overwritten.
    if (roles.data && user.data && !form.isFieldTouched('roleIds')) {
      const roleIds = user.data.roleList.map(({ id }) => id);
      const known = idsIn(search.get('roleIds')).filter((id) =>
        roles.data.some((role) => role.id === id),
      );
      // In a way that does not count as somebody's change.
      form.setFieldsValue({ roleIds: roleIds.length > 0 ? roleIds : known });
      setShown(roleIds);
    }
  }, [roles.data, user.data, form, search]);
  return (
    <UserFormPage
      form={form}
      title={t('changeRole')}
      hint={t('roleHint')}
      done={t('roleDone')}
      save={(id, { roleIds }) => sendRoles(id, shown, roleIds)}
    >
      <Form.Item
        name="roleIds"
        label={t('role')}
        rules={[{ required: true, message: t('roleRequired') }]}
      >
        <RoleSelect mode="multiple" />
      </Form.Item>
    </UserFormPage>
  );
}
