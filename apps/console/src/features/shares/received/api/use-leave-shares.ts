import { endpoints, shareTypes, type ShareRow } from '@clusterdesk/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../../shared/ui/dialog/use-confirm.js';
import { shareName } from '../../share-link.js';

interface LeaveShares {
  /** Asks, takes them off the list and says so; true: they are off. `leave` stays the same, for columns. */
  leave: (shares: readonly ShareRow[]) => Promise<boolean>;
  isBusy: boolean;
}

/** Takes received shares off the own list, after a question that says how they come back. */
export function useLeaveShares(): LeaveShares {
  const { t } = useTranslation('receivedShares');
  const confirm = useConfirm();
  const { act, isBusy } = useAction(endpoints.shares.leave, {
    invalidates: [endpoints.shares.page, endpoints.shares.detail],
    done: (_, { id }) => t('leftList', { count: String(id).split(',').length }),
  });
  const leave = useCallback(
    async (shares: readonly ShareRow[]): Promise<boolean> => {
      const [first] = shares;
      if (!first) {
        return false;
      }
      const isLink = shares.every(({ shareType }) => shareType === shareTypes.link);
      const isMeant = await confirm({
        title:
          shares.length === 1
            ? t('leaveTitle', { name: nameInSentence(shareName(first)) })
            : t('leaveTitleMany', { count: shares.length }),
        hint: t(isLink ? 'leaveHintLink' : 'leaveHint'),
        okText: t('leave'),
        isDangerous: true,
      });
      return isMeant && act({ id: shares.map(({ id }) => id).join(',') });
    },
    [act, confirm, t],
  );
  return { leave, isBusy };
}
