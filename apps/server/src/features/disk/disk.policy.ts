import type { SpaceUser } from '../spaces/space-provider.js';

/** A disk belongs to the users who have the page of it. */
export function mayUseDisk(user: Pick<SpaceUser, 'isSystemAdministrator' | 'menuUrls'>): boolean {
  return user.isSystemAdministrator || user.menuUrls.has('/myDoc');
}
