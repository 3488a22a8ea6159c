import type { Principal } from '../../../platform/http/access/principal.js';

/** Backups hold everything that anybody has here: they are for those who manage the platform. */
export function managesBackups(
  rights: Pick<Principal, 'isSystemAdministrator' | 'permissions'>,
): boolean {
  return rights.isSystemAdministrator || rights.permissions.has('system.manage');
}
