import type { EntityManager } from 'typeorm';
import { LastAdministratorError } from '../user.errors.js';
import { developName } from '../user.policy.js';
import { listHolders } from './rights.repository.js';

/**
 * Makes a change of users or roles, unless afterwards nobody could sign in as administrator. The caller has begun a decision
 * about rights (`Grants.begin`), so two administrators cannot take the right from each other at the same moment.
 * @throws DomainError 409; nothing is changed then.
 */
export async function keepAnAdministrator<T>(
  manager: EntityManager,
  change: () => Promise<T>,
): Promise<T> {
  const result = await change();
  // The user `develop` does not count: the next start may be without it.
  const remaining = await listHolders(manager, null);
  if (!remaining.some(({ userName }) => userName !== developName)) {
    throw new LastAdministratorError();
  }
  return result;
}
