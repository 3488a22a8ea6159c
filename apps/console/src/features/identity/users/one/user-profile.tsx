import { endpoints, type UserRow } from '@clusterdesk/contracts';
import { Checkbox, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage, type ApiResponse } from '../../../../shared/api/call.js';
import { paths } from '../../../../shared/paths.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { FormPage } from '../../../../shared/ui/form/form-page.js';
import { mapSource, type FormSource } from '../../../../shared/ui/form/source/use-form-source.js';
import { NotSent } from '../../../../shared/ui/form/use-submit.js';
import { queriesOfUsers } from '../../api/shown.js';
import { RoleSelect } from '../../roles/role-select.js';
import { sendRoles } from '../../api/send-roles.js';
import { useAskAdministrator } from '../../roles/use-ask-administrator.js';
import { ContactFields } from '../contact-fields.js';
import { ValidityFields } from '../validity-fields.js';
import { changesOf, isSameRoles, valuesOf, type UserValues } from './user-changes.js';
import { personWithAccount } from '../../../../shared/users/person-name.js';

/** Sends what was changed, and nothing else. */
async function save(
  id: string,
  before: UserValues,
  after: UserValues,
): Promise<ApiResponse<unknown>> {
  const changes = changesOf(before, after);
  const answer = changes && (await callWithMessage(endpoints.users.edit, { id, ...changes }));
  return isSameRoles(before.roleIds, after.roleIds)
    ? (answer ?? { result: null, message: '' })
    : sendRoles(id, before.roleIds, after.roleIds);
}

/** What can be changed of a user, but the user name, which is the name of a folder too. */
export function UserProfile({ source }: { source: FormSource<UserRow> }): ReactNode {
  const user = source.now;
  const { t } = useTranslation(['users', 'common']);
  const [form] = Form.useForm<UserValues>();
  const askAdministrator = useAskAdministrator();
  const saving = useAction((after: UserValues) => save(user.id, valuesOf(user), after), {
    invalidates: queriesOfUsers,
    done: t('common:saved'),
  });
  return (
    <FormPage<UserValues>
      form={form}
      title={personWithAccount(user)}
      hint={t('editHint')}
      backTo={paths.users}
      backLabel={t('title')}
      width="whole"
      source={mapSource(source, valuesOf)}
      onSubmit={async (after) => {
        const had = valuesOf(user).roleIds;
        if (!(await askAdministrator(after.roleIds.filter((id) => !had.includes(id))))) {
          throw new NotSent();
        }
        await saving.submit(after);
      }}
    >
      <ContactFields />
      <Form.Item
        name="roleIds"
        label={t('role')}
        rules={[{ required: true, message: t('roleRequired') }]}
      >
        <RoleSelect mode="multiple" />
      </Form.Item>
      <ValidityFields startName="effectiveDate" endName="expiredDate" />
      <Form.Item name="mustChangePassword" valuePropName="checked">
        <Checkbox>{t('mustChangeNext')}</Checkbox>
      </Form.Item>
    </FormPage>
  );
}
