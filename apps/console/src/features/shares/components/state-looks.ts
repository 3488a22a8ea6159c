import type { ShareState } from '@clusterdesk/contracts';
import type { TagState } from '../../../shared/ui/text/status-tag.js';

/** The colours of the states of a share, for whoever they are told. */
export const stateLooks: Record<ShareState, TagState> = {
  active: 'ok',
  missing: 'bad',
  expired: 'quiet',
  usedUp: 'waiting',
  unavailable: 'bad',
};
