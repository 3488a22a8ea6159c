import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NewUserForm } from '../one/new-user-form.js';
import { UserPage } from '../one/user-page.js';

/** Add a user (spec part 2 §2, /userEdit); with an id, that user's page. */
export function UserEditPage(): ReactNode {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id ? <UserPage id={id} /> : <NewUserForm />;
}
