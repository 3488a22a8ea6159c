import type { RoleRow } from '@clusterdesk/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../shared/api/query.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { roleList } from '../api/role-queries.js';

/**
 * Asks back before somebody becomes a system administrator, who may do everything.
 * @returns what asks: false, where one of the roles that are given is that of administrators, and it is not to be given after all.
 * It fetches the roles unless they are known, and rejects where it cannot: nobody becomes an administrator unasked.
 */
export function useAskAdministrator(): (
  roleIds: readonly string[],
  known?: readonly RoleRow[],
) => Promise<boolean> {
  const { t } = useTranslation('roles');
  const confirm = useConfirm();
  return useCallback(
    async (roleIds, known = []) => {
      const isKnown = roleIds.every((roleId) => known.some(({ id }) => id === roleId));
      const roles = isKnown ? known : await queryClient.fetchQuery(roleList());
      const isGiven = roles.some(
        ({ id, isSystemAdministrator }) => isSystemAdministrator && roleIds.includes(id),
      );
      return (
        !isGiven ||
        (await confirm({
          title: t('giveAdministratorTitle'),
          hint: t('giveAdministratorHint'),
          okText: t('giveAdministrator'),
          isDangerous: true,
        }))
      );
    },
    [confirm, t],
  );
}
