import { NotAllowedInSpaceError } from '../spaces/space.errors.js';
import { allowed, type Decision, type SpaceAction, type SpaceUser } from '../spaces/space.js';

/** Only users with the permission have a disk. */
export function mayUseDisk(
  user: Pick<SpaceUser, 'isSystemAdministrator' | 'permissions'>,
): boolean {
  return user.isSystemAdministrator || user.permissions.has('disk.use');
}

/** Users may do everything with every entry of their own disk. */
export function decideOnDisk(
  user: Pick<SpaceUser, 'isSystemAdministrator' | 'permissions'>,
  action: SpaceAction,
): Decision {
  return mayUseDisk(user)
    ? allowed
    : { isAllowed: false, reason: new NotAllowedInSpaceError(action) };
}
