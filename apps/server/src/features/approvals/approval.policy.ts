import type { Principal } from '../../platform/http/access/principal.js';
import type { ApplicationEntity } from './entities/application.entity.js';

/** What decides about an application beside its project. */
export type ApplicationState = Pick<ApplicationEntity, 'status' | 'ending' | 'expiresAt'>;

/** Whether its content can be taken at this moment, as far as the application says. */
export function isGranted({ status, expiresAt }: ApplicationState, now: Date): boolean {
  return status === 1 && expiresAt !== null && expiresAt > now;
}

/** How it ended; an approval whose time is over has ended before anybody has noted it. */
export function endingOf(state: ApplicationState, now: Date): ApplicationEntity['ending'] {
  return state.status === 1 && !isGranted(state, now) ? 'expired' : state.ending;
}

/** How many people have said yes. Who does not decide in the project any more is not counted: the next yes has to be another's. */
export function countYeses(
  votes: readonly { userId: string | null; isYes: boolean }[],
  { ownerId, adminId }: { ownerId: string | null; adminId: string | null },
): number {
  const yeses = votes.flatMap(({ userId, isYes }) =>
    isYes && userId !== null && (userId === ownerId || userId === adminId) ? [userId] : [],
  );
  return new Set(yeses).size;
}

/** Whether a user has the page of applications. */
export const hasApprovalPage = ({
  isSystemAdministrator,
  permissions,
}: Pick<Principal, 'isSystemAdministrator' | 'permissions'>): boolean =>
  isSystemAdministrator || permissions.has('approvals.decide');
