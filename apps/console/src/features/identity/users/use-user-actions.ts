import { endpoints, type UserRow } from '@clusterdesk/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { queriesOfUsers } from '../api/shown.js';

/** What an administrator does to a user with a question before it; true means that it was done. */
export interface UserActions {
  remove: (user: UserRow) => Promise<boolean>;
  freeze: (user: UserRow) => Promise<boolean>;
}

/** Asks, does it and says so. What it returns stays the same, for columns. */
export function useUserActions(): UserActions {
  const { t } = useTranslation(['users', 'common']);
  const confirm = useConfirm();
  const { act: remove } = useAction(endpoints.users.remove, {
    invalidates: queriesOfUsers,
    done: t('common:deleted'),
  });
  const { act: freeze } = useAction(endpoints.users.freeze, {
    invalidates: [...queriesOfUsers, endpoints.sessions.listOfUser],
    done: t('frozenDone'),
  });
  return useMemo(
    () => ({
      remove: async ({ id, userName: name }) =>
        (await confirm({
          title: t('deleteTitle', { name }),
          hint: t('deleteHint'),
          okText: t('common:remove'),
          isDangerous: true,
        })) && remove({ id }),
      freeze: async ({ id, userName: name }) =>
        (await confirm({
          title: t('freezeTitle', { name }),
          hint: t('freezeHint'),
          okText: t('freeze'),
          isDangerous: true,
        })) && freeze({ id, freeze: 1 }),
    }),
    [t, confirm, remove, freeze],
  );
}
