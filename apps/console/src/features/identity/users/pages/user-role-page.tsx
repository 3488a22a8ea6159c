import type { UserRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageState } from '../../../../shared/ui/state/page-state.js';
import { roleList } from '../../api/role-queries.js';
import { sendRoles } from '../../api/send-roles.js';
import { useWatchAccounts } from '../../identity-live.js';
import { RoleSelect } from '../../roles/role-select.js';
import { UserFormPage } from '../user-form-page.js';

interface Values {
  roleIds: string[];
}

const idsIn = (list: string | null): string[] => (list ?? '').split(',').filter((id) => id !== '');
const roleIdsOf = (user: UserRow): string[] => user.roleList.map(({ id }) => id);

/** Change a user's roles (spec part 2 §2, /userEditRole?id&roleIds). The URL names the first role; the others come with the user. */
export function UserRolePage(): ReactNode {
  const { t } = useTranslation('users');
  const [search] = useSearchParams();
  const [form] = Form.useForm<Values>();
  useWatchAccounts('roles');
  const roles = useQuery(roleList());
  return (
    <PageState query={roles}>
      {(list) => {
        const named = idsIn(search.get('roleIds')).filter((id) =>
          list.some((role) => role.id === id),
        );
        return (
          <UserFormPage
            form={form}
            title={t('changeRole')}
            hint={t('roleHint')}
            done={t('roleDone')}
            valuesOf={(user) => ({
              roleIds: user.roleList.length > 0 ? roleIdsOf(user) : named,
            })}
            givenRoles={(user, { roleIds }) =>
              roleIds.filter((id) => !roleIdsOf(user).includes(id))
            }
            save={(user, { roleIds }) => sendRoles(user.id, roleIdsOf(user), roleIds)}
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
      }}
    </PageState>
  );
}
