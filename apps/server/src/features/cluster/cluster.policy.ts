import type { Principal } from '../../platform/http/access/principal.js';

/** The rights that decide who may see hosts. */
export type Rights = Pick<Principal, 'isSystemAdministrator' | 'permissions'>;

/** Users with the monitoring page see every host. */
export function maySeeHosts(rights: Rights): boolean {
  return rights.isSystemAdministrator || rights.permissions.has('monitoring.see');
}
