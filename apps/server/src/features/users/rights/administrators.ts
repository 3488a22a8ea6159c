import type { EntityManager } from 'typeorm';
import { LastAdministratorError } from '../user.errors.js';
import { developName } from '../user.policy.js';
import { lockRights } from './grants.service.js';

/**
 * Makes a change of users or roles, unless afterwards nobody could sign in as administrator. Such changes run one after the
 * other, so that two administrators can't take the right from each other at the same moment.
 * @throws DomainError 409; nothing is changed then.
 */
export async function keepAnAdministrator<T>(
  manager: EntityManager,
  change: () => Promise<T>,
): Promise<T> {
  await lockRights(manager);
  const result = await change();
  // The user `develop` does not count: the next start may be without it.
  const remaining = await manager.query<unknown[]>(
    `SELECT 1 FROM user_account account
     JOIN user_role ON user_role.user_id = account.id
     JOIN role ON role.id = user_role.role_id AND role.is_system_administrator
     WHERE NOT account.is_frozen AND account.user_name <> $1
       AND (account.effective_from IS NULL OR account.effective_from <= now())
       AND (account.expires_at IS NULL OR account.expires_at > now())
     LIMIT 1`,
    [developName],
  );
  if (remaining.length === 0) {
    throw new LastAdministratorError();
  }
  return result;
}
