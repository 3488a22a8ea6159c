import type { UserRow } from '@clusterdesk/contracts';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import {
  mapSource,
  useFormSource,
  type FormSource,
} from '../../../shared/ui/form/source/use-form-source.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { NotSent } from '../../../shared/ui/form/use-submit.js';
import { paths } from '../../../shared/paths.js';
import { oneUser } from '../api/role-queries.js';
import { queriesOfUsers } from '../api/shown.js';
import { useWatchAccounts } from '../identity-live.js';
import { useAskAdministrator } from '../roles/use-ask-administrator.js';
import type { ApiResponse } from '../../../shared/api/call.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { personWithAccount } from '../../../shared/users/person-name.js';

interface UserFormPageProps<Values extends object> {
  form: FormInstance<Values>;
  title: string;
  hint: string;
  submitLabel?: string;
  /** What to say afterwards. */
  done: string;
  /** What the fields show of the user; absent: nothing. */
  valuesOf?: (user: UserRow) => Partial<Values>;
  /** The roles that saving gives. */
  givenRoles?: (user: UserRow, values: Values) => readonly string[];
  save: (user: UserRow, values: Values) => Promise<ApiResponse<unknown>>;
  children: ReactNode;
}

/** The state of the links on a user's page: the form leads back there. */
export const fromUserPage = 'user';

function UserForm<Values extends object>({
  source,
  done,
  hint,
  save,
  valuesOf,
  givenRoles,
  ...props
}: UserFormPageProps<Values> & { source: FormSource<UserRow> }): ReactNode {
  const { t } = useTranslation('users');
  const isFromUser = useLocation().state === fromUserPage;
  const user = source.now;
  const askAdministrator = useAskAdministrator();
  const action = useAction((values: Values) => save(user, values), {
    invalidates: queriesOfUsers,
    done,
  });
  const back = isFromUser ? paths.user(user.id) : paths.users;
  return (
    <FormPage<Values>
      {...props}
      source={valuesOf && mapSource(source, valuesOf)}
      hint={
        <>
          <b>{t('forUser', { name: personWithAccount(user) })}</b>
          <br />
          {hint}
        </>
      }
      backTo={back}
      backLabel={isFromUser ? user.userName : t('title')}
      onSubmit={async (values) => {
        if (!(await askAdministrator(givenRoles?.(user, values) ?? []))) {
          throw new NotSent();
        }
        await action.submit(values);
        return back;
      }}
    />
  );
}

/** A form about the user of the query's `id`; afterwards the page that it was opened from, which is the user list unless it says otherwise. */
export function UserFormPage<Values extends object>(props: UserFormPageProps<Values>): ReactNode {
  const [search] = useSearchParams();
  const userId = search.get('id') ?? '';
  useWatchAccounts('users');
  const query = useFormSource(oneUser(userId));
  if (userId === '') {
    return <Navigate replace to={paths.users} />;
  }
  return (
    <PageState query={query}>
      {(source) => <UserForm key={userId} {...props} source={source} />}
    </PageState>
  );
}
