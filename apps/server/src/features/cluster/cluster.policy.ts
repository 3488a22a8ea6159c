import { nodeKinds, type NodeKind, type Permission } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';

/** The rights that decide who may see hosts. */
export type Rights = Pick<Principal, 'isSystemAdministrator' | 'permissions'>;

/** The permission that lets a user change nodes of a kind. */
export const nodeKeepers: Record<NodeKind, Permission> = {
  desktop: 'desktops.manage',
  compute: 'nodes.manage',
};

/** Users with the monitoring page see every host. */
export function maySeeHosts(rights: Rights): boolean {
  return rights.isSystemAdministrator || rights.permissions.has('monitoring.see');
}

/** The kinds of nodes that a user may change, and hears of when one is in trouble. */
export function keptKinds({ isSystemAdministrator, permissions }: Rights): NodeKind[] {
  return nodeKinds.filter((kind) => isSystemAdministrator || permissions.has(nodeKeepers[kind]));
}
