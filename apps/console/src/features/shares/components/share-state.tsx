import type { ShareState } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type TagState } from '../../../shared/ui/feedback/status-tag.js';

/** The colours of the states, for whoever they are told. */
export const stateLooks: Record<ShareState, TagState> = {
  active: 'ok',
  missing: 'bad',
  expired: 'quiet',
  usedUp: 'waiting',
  unavailable: 'bad',
};

/** What is to be had of a share now, in a word; what to do about it on hover. */
export function ShareStateTag({ state }: { state: ShareState }): ReactNode {
  const { t } = useTranslation('shares');
  return (
    <span title={t(`stateHint_${state}`)}>
      <StatusTag state={stateLooks[state]}>{t(`state_${state}`)}</StatusTag>
    </span>
  );
}
