import type { ShareState } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { stateLooks } from './state-looks.js';

/** What is to be had of a share now, in a word; what to do about it on hover. */
export function ShareStateTag({ state }: { state: ShareState }): ReactNode {
  const { t } = useTranslation('shares');
  return (
    <span title={t(`stateHint_${state}`)}>
      <StatusTag state={stateLooks[state]}>{t(`state_${state}`)}</StatusTag>
    </span>
  );
}
