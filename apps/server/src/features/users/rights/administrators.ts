import type { EntityManager } from 'typeorm';
import { LastAdministratorError } from '../user.errors.js';
import { developName } from '../user.policy.js';
import { listHolders } from './rights.repository.js';

/**
 * Makes a change of users or roles, unless it takes away the last administrator who can sign in. The caller has begun a decision
 * about rights (`Grants.begin`), so two administrators cannot take the right from each other at the same moment.
 * @throws DomainError 409; nothing is changed then.
 */
export async function keepAnAdministrator<T>(
  manager: EntityManager,
  change: () => Promise<T>,
): Promise<T> {
  const hadOne = await hasAdministrator(manager);
  const result = await change();
  if (hadOne && !(await hasAdministrator(manager))) {
    throw new LastAdministratorError();
  }
  return result;
}

/** The user `develop` does not count: the next start may be without it. */
async function hasAdministrator(manager: EntityManager): Promise<boolean> {
  const administrators = await listHolders(manager, null);
  return administrators.some(({ userName }) => userName !== developName);
}
