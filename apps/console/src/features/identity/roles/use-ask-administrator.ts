import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { roleList } from '../api/role-queries.js';

/**
 * Asks back before somebody becomes a system administrator, who may do everything.
 * @returns what asks: false, where one of the roles that are given is that of administrators, and it is not to be given after all
 */
export function useAskAdministrator(): (roleIds: readonly string[]) => Promise<boolean> {
  const { t } = useTranslation('roles');
  const confirm = useConfirm();
  const { data } = useQuery(roleList());
  return useCallback(
    async (roleIds) => {
      const isGiven = data?.some(
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
    [confirm, data, t],
  );
}
