import type { ProjectRole } from '@clusterdesk/contracts';
import type { SpaceUser } from '../spaces/space.js';
import type { AccessRole } from './permission/decide-permission.js';

/** Who is in charge of a project, and whether a user is in it. */
export interface ProjectPeople {
  ownerId: string | null;
  adminId: string | null;
  isMember: boolean;
}

/** Projects are for users with one of their pages. */
export function mayUseProjects(
  user: Pick<SpaceUser, 'isSystemAdministrator' | 'permissions'>,
): boolean {
  return (
    user.isSystemAdministrator ||
    user.permissions.has('projects.manage') ||
    user.permissions.has('projects.join')
  );
}

/** Owner and administrator may do everything in their project; a system administrator has no special rights there. */
export function isManager(userId: string, { ownerId, adminId }: ProjectPeople): boolean {
  return userId === ownerId || userId === adminId;
}

/**
 * Whether a manager may let more people download than before. Where two people approve downloads only the owner may: the administrator
 * alone would bypass the second approval.
 */
export function mayGiveDownloads(
  userId: string,
  { ownerId, approversNeeded }: { ownerId: string | null; approversNeeded: number },
): boolean {
  return approversNeeded < 2 || userId === ownerId;
}

/** A user's role in a project, as pages show it. */
export function roleIn(userId: string, project: ProjectPeople): ProjectRole {
  if (userId === project.ownerId) {
    return 'owner';
  }
  if (userId === project.adminId) {
    return 'admin';
  }
  return project.isMember ? 'member' : 'other';
}

/** The role that decides about entries. */
export function accessRoleOf(userId: string, project: ProjectPeople): AccessRole {
  if (isManager(userId, project)) {
    return 'manager';
  }
  return project.isMember ? 'member' : 'other';
}
