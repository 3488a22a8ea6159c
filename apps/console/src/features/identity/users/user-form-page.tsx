import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { paths } from '../../../shared/paths.js';
import { oneUser } from '../api/role-queries.js';
import { queriesOfUsers } from '../api/shown.js';
import type { ApiResponse } from '../../../shared/api/call.js';
import { useAction } from '../../../shared/ui/action/use-action.js';

interface UserFormPageProps<Values extends object> {
  form: FormInstance<Values>;
  title: string;
  hint: string;
  /** What to say afterwards. */
  done: string;
  initialValues?: { [Name in keyof Values]?: Values[Name] | undefined };
  save: (userId: string, values: Values) => Promise<ApiResponse<unknown>>;
  children: ReactNode;
}

/** The state of the links on a user's page: the form leads back there. */
export const fromUserPage = 'user';

/** A form about the user of the query's `id`; afterwards the page that it was opened from, which is the user list unless it says otherwise. */
export function UserFormPage<Values extends object>({
  done,
  hint,
  save,
  ...props
}: UserFormPageProps<Values>): ReactNode {
  const { t } = useTranslation('users');
  const [search] = useSearchParams();
  const userId = search.get('id');
  const isFromUser = useLocation().state === fromUserPage;
  const { data: user } = useQuery(oneUser(userId ?? ''));
  const action = useAction((values: Values) => save(userId ?? '', values), {
    invalidates: queriesOfUsers,
    done,
  });
  if (!userId) {
    return <Navigate replace to={paths.users} />;
  }
  const back = isFromUser ? paths.user(userId) : paths.users;
  const name = user && (user.realName ? `${user.userName} (${user.realName})` : user.userName);
  return (
    <FormPage<Values>
      {...props}
      hint={
        <>
          {name && (
            <>
              <b>{t('forUser', { name })}</b>
              <br />
            </>
          )}
          {hint}
        </>
      }
      backTo={back}
      backLabel={isFromUser ? (user?.userName ?? '') : t('title')}
      onSubmit={async (values) => {
        await action.submit(values);
        return back;
      }}
    />
  );
}
