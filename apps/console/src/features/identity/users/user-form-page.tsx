import { useQuery } from '@tanstack/react-query';
import { App, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { paths } from '../../../shared/paths.js';
import { oneUser } from '../api/role-queries.js';
import { invalidateUsers } from '../api/invalidate-users.js';

interface UserFormPageProps<Values extends object> {
  form: FormInstance<Values>;
  title: string;
  hint: string;
  /** What to say afterwards. */
  done: string;
  initialValues?: { [Name in keyof Values]?: Values[Name] | undefined };
  save: (userId: string, values: Values) => Promise<unknown>;
  children: ReactNode;
}

/** A form about the user of the query's `id`; afterwards the user list. */
export function UserFormPage<Values extends object>({
  done,
  hint,
  save,
  ...props
}: UserFormPageProps<Values>): ReactNode {
  const { t } = useTranslation('users');
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const userId = search.get('id');
  const { data: user } = useQuery(oneUser(userId ?? ''));
  if (!userId) {
    return <Navigate replace to={paths.users} />;
  }
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
      backTo={paths.users}
      backLabel={t('title')}
      onSubmit={async (values) => {
        await save(userId, values);
        void invalidateUsers();
        void message.success(done);
        await navigate(paths.users);
      }}
    />
  );
}
