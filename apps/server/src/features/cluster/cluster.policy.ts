import type { Principal } from '../../platform/http/access/principal.js';

/** What decides who may look at hosts. */
export type Rights = Pick<Principal, 'isSystemAdministrator' | 'permissions'>;

/** Whoever has the page of monitoring sees every host. */
export function maySeeHosts(rights: Rights): boolean {
  return rights.isSystemAdministrator || rights.permissions.has('monitoring.see');
}
