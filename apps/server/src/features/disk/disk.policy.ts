import { NotAllowedInSpaceError } from '../spaces/space.errors.js';
import { allowed, type Decision, type SpaceAction, type SpaceUser } from '../spaces/space.js';

/** A disk belongs to the users who are permitted one. */
export function mayUseDisk(
  user: Pick<SpaceUser, 'isSystemAdministrator' | 'permissions'>,
): boolean {
  return user.isSystemAdministrator || user.permissions.has('disk.use');
}

/** Of one's own disk one may do everything with every entry. */
export function decideOnDisk(
  user: Pick<SpaceUser, 'isSystemAdministrator' | 'permissions'>,
  action: SpaceAction,
): Decision {
  return mayUseDisk(user)
    ? allowed
    : { isAllowed: false, reason: new NotAllowedInSpaceError(action) };
}
