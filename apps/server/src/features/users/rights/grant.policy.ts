import type { Permission } from '@clusterdesk/contracts';

/** What somebody holds, or a role gives. A system administrator holds everything. */
export interface Holding {
  isSystemAdministrator: boolean;
  permissions: ReadonlySet<Permission>;
}

/** No user gives, or takes over, permissions beyond the own ones (docs/decisions/administrators-in-their-own-hands.md). */
export function covers(giver: Holding, wanted: Holding): boolean {
  return (
    giver.isSystemAdministrator ||
    (!wanted.isSystemAdministrator &&
      [...wanted.permissions].every((permission) => giver.permissions.has(permission)))
  );
}
