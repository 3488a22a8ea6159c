import type { Permission } from '@clusterdesk/contracts';

/** What somebody holds, or a role gives. A system administrator holds everything. */
export interface Holding {
  isSystemAdministrator: boolean;
  permissions: ReadonlySet<Permission>;
}

/** Nobody gives, or takes over, more than he holds himself (docs/decisions/administrators-in-their-own-hands.md). */
export function covers(giver: Holding, wanted: Holding): boolean {
  return (
    giver.isSystemAdministrator ||
    (!wanted.isSystemAdministrator &&
      [...wanted.permissions].every((permission) => giver.permissions.has(permission)))
  );
}
