import type { LocalizedText } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { DomainError } from '../../../platform/http/domain-error.js';
import { seedRoles } from '../menus/menu-seed.js';
import type { Holding } from '../rights/grant.policy.js';
import { refusalOf } from '../rights/grants.service.js';
import { getHoldingOfRoles } from '../rights/rights.repository.js';
import { RoleEntity } from '../roles/role.entity.js';
import { nameKeys } from '../names/user-name.js';

/** A role as a form can name it. */
export interface FormRole {
  id: string;
  name: LocalizedText;
  /** Why the caller may not give it. */
  refusal: DomainError | null;
}

/** The facts that decide about a form. */
export interface FormFacts {
  /** By name, those of the first start by their English name too. */
  roles: ReadonlyMap<string, FormRole>;
  /** Keys (`nameKeys`) of names that somebody has. */
  takenKeys: ReadonlySet<string>;
  /** Keys of names whose earlier user is still being removed. */
  leavingKeys: ReadonlySet<string>;
}

/**
 * Collects the facts about a whole form in a handful of queries.
 * @param giver who gives the roles
 * @param userNames as they stand in the form
 */
export async function collectFacts(
  manager: EntityManager,
  giver: Holding,
  userNames: readonly string[],
): Promise<FormFacts> {
  const keys = [...new Set(userNames.flatMap(nameKeys))];
  const roles = new Map<string, FormRole>();
  for (const { id, roleName, builtIn } of await manager.find(RoleEntity, {
    order: { roleName: 1 },
  })) {
    const name = builtIn ? seedRoles[builtIn] : { cn: roleName, en: roleName };
    const refusal = refusalOf(giver, await getHoldingOfRoles(manager, [id]));
    roles.set(roleName, { id, name: { ...name, cn: roleName }, refusal });
  }
  for (const role of [...roles.values()].filter(({ name }) => !roles.has(name.en))) {
    roles.set(role.name.en, role);
  }
  return {
    takenKeys: await findKeys(manager, 'user_account', keys),
    leavingKeys: await findKeys(manager, 'user_removal', keys),
    roles,
  };
}

async function findKeys(
  manager: EntityManager,
  table: 'user_account' | 'user_removal',
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await manager.query<{ key: string }[]>(
    `SELECT key FROM ${table},
       LATERAL (VALUES (name_key), ('shown ' || name_look)) AS named (key)
     WHERE key = ANY($1::text[])`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}
