import type { ShareRow, ShareState } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../../shared/lib/time/ticks.js';
import { StatusTag } from '../../../../shared/ui/text/status-tag.js';
import { stateLooks } from '../../components/state-looks.js';
import { stateAt } from '../share-facts.js';

/** What of a share is to be had now; a link runs out while it is shown. */
export const useShareState = (share: ShareRow): ShareState => stateAt(share, useNow('minute'));

/** What a receiver can do with a share, in a word; more of it on hover. */
export function ReceivedState({ share }: { share: ShareRow }): ReactNode {
  const { t } = useTranslation('receivedShares');
  const state = useShareState(share);
  return (
    <span title={t(`stateHint_${state}`)}>
      <StatusTag state={stateLooks[state]}>{t(`state_${state}`)}</StatusTag>
    </span>
  );
}
