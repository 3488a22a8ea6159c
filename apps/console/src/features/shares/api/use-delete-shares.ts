import { endpoints, type ShareRow } from '@clusterdesk/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { shareName } from '../share-link.js';
import { queriesOfOwnShares } from './share-queries.js';

interface DeleteShares {
  /** Asks, deletes them and says so; true: they are gone. */
  remove: (shares: readonly ShareRow[]) => Promise<boolean>;
  isBusy: boolean;
}

/** Ends shares after a question. `remove` stays the same, for columns. */
export function useDeleteShares(): DeleteShares {
  const { t } = useTranslation(['shares', 'common']);
  const confirm = useConfirm();
  const { act, isBusy } = useAction(endpoints.shares.remove, {
    invalidates: queriesOfOwnShares,
    done: t('common:deleted'),
  });
  const remove = useCallback(
    async (shares: readonly ShareRow[]) => {
      const [first] = shares;
      if (!first) {
        return false;
      }
      const title =
        shares.length === 1
          ? t('deleteTitle', { name: nameInSentence(shareName(first)) })
          : t('deleteTitleMany', { count: shares.length });
      const isSure = await confirm({
        title,
        hint: t('deleteHint'),
        okText: t('common:remove'),
        isDangerous: true,
      });
      return isSure && act({ id: shares.map(({ id }) => id).join(',') });
    },
    [act, confirm, t],
  );
  return { remove, isBusy };
}
