import type { ShareRow, ShareState } from '@clusterdesk/contracts';

/** What of a share is to be had at a moment, ms since the epoch: a link runs out while its page is open. */
export const stateAt = (
  { state, expirationTime }: Pick<ShareRow, 'state' | 'expirationTime'>,
  now: number,
): ShareState =>
  state !== 'unavailable' && expirationTime !== null && expirationTime <= now ? 'expired' : state;

/** Whether its receivers look at its files and take nothing of them. */
export const isViewOnly = ({
  canDownload,
  isDropBox,
}: Pick<ShareRow, 'canDownload' | 'isDropBox'>): boolean => !canDownload && !isDropBox;

/** Whether its files can be looked at; one that was used up gives none of them away any more. */
export const isBrowsable = (state: ShareState): state is 'active' | 'usedUp' =>
  state === 'active' || state === 'usedUp';
