import type { Principal } from '../../platform/http/access/principal.js';
import { isManager, type ProjectPeople } from '../projects/project.policy.js';
import type { ApplicationEntity } from './entities/application.entity.js';

/** The part of an application that decides whether it is granted. */
export type ApplicationState = Pick<ApplicationEntity, 'status' | 'ending' | 'expiresAt'>;

/** Whether its content can be downloaded now, as far as the application itself is concerned. */
export function isGranted({ status, expiresAt }: ApplicationState, now: Date): boolean {
  return status === 1 && expiresAt !== null && expiresAt > now;
}

/** How it ended; an expired approval counts as ended even before that is recorded. */
export function endingOf(state: ApplicationState, now: Date): ApplicationEntity['ending'] {
  return state.status === 1 && !isGranted(state, now) ? 'expired' : state.ending;
}

/** Who decides on the applications in a project. */
type Deciders = Pick<ProjectPeople, 'ownerId' | 'adminId'>;

/** Whether a user decides on the applications in a project. */
export function decides(userId: string, { ownerId, adminId }: Deciders): boolean {
  return isManager(userId, { ownerId, adminId, isMember: true });
}

/** How many people have approved. Those who no longer decide in the project are not counted: the next approval has to be another's. */
export function countApprovals(
  votes: readonly { userId: string | null; isYes: boolean }[],
  project: Deciders,
): number {
  const approvers = votes.flatMap(({ userId, isYes }) =>
    isYes && userId !== null && decides(userId, project) ? [userId] : [],
  );
  return new Set(approvers).size;
}

/** Whether a user has the page of applications. */
export const hasApprovalPage = ({
  isSystemAdministrator,
  permissions,
}: Pick<Principal, 'isSystemAdministrator' | 'permissions'>): boolean =>
  isSystemAdministrator || permissions.has('approvals.decide');
