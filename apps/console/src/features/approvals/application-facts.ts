import type { ApplicationRow } from '@clusterdesk/contracts';
import type { TagState } from '../../shared/ui/text/status-tag.js';

/** What an application is at this moment, in one word (`state_…`). */
export type ApplicationState =
  | 'pending'
  | 'approved'
  | 'used'
  | 'rejected'
  | 'revoked'
  | 'withdrawn'
  | 'expired'
  | 'gone'
  | 'left'
  | 'projectDeleted';

/** An approval that ran out, was taken back or was never given has its own word. */
export function stateOf({ status, ending, usedTime }: ApplicationRow): ApplicationState {
  if (ending !== null) {
    return ending;
  }
  if (status === 0) {
    return 'pending';
  }
  if (status === 2) {
    return 'rejected';
  }
  return usedTime === null ? 'approved' : 'used';
}

/** The colour of each state; the word beside it says it too. */
export const stateLooks: Record<ApplicationState, TagState> = {
  pending: 'waiting',
  approved: 'ok',
  used: 'ok',
  rejected: 'bad',
  revoked: 'bad',
  withdrawn: 'quiet',
  expired: 'quiet',
  gone: 'quiet',
  left: 'quiet',
  projectDeleted: 'quiet',
};

/** The first chosen entry by its name. */
export const applicationName = ({ paths }: ApplicationRow): string =>
  paths[0]?.slice(paths[0].lastIndexOf('/') + 1) || '/';

/** The first of several is named for all: whether words have to say that there are more, which is then their `count`. */
export const manyOf = ({ entries }: { entries: number }): '' | 'Many' =>
  entries > 1 ? 'Many' : '';

/**
 * Whether the applicant may still view what may not be downloaded, or not yet, and all of it is named: a sealed job can then compute
 * on it where it is.
 */
export const isComputable = (application: ApplicationRow, userId: string): boolean => {
  const { applyUser, canDownload, ending, entries, paths } = application;
  const isGone = ending === 'gone' || ending === 'left' || ending === 'projectDeleted';
  return applyUser.id === userId && !canDownload && !isGone && entries === paths.length;
};

/** What somebody can do about an application. `review`: decide on it, beside what it asks for. */
export type ApplicationAct = 'review' | 'download' | 'withdraw' | 'revoke';

/**
 * What the viewer can do about an application (spec part 1 §4): approve or reject it while it waits for the viewer, download once it is
 * approved, withdraw an own one, take back an approval that was not used.
 * @param mayDownload whether the platform lets the viewer download at all
 */
export function allowedActions(
  application: ApplicationRow,
  userId: string,
  mayDownload: boolean,
): ApplicationAct[] {
  const { canDecide, canDownload, isAdmin, status, usedTime, ending, applyUser } = application;
  const isOwn = applyUser.id === userId;
  const isRevocable = isAdmin && !isOwn && status === 1 && ending === null && usedTime === null;
  return [
    ...(canDecide ? (['review'] as const) : []),
    ...(canDownload && mayDownload ? (['download'] as const) : []),
    ...(isOwn && status === 0 && ending === null ? (['withdraw'] as const) : []),
    ...(isRevocable ? (['revoke'] as const) : []),
  ];
}
