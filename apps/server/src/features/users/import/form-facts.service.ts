import { Injectable } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { seedRoles } from '../menus/menu-seed.js';
import { Grants } from '../rights/grants.service.js';
import { RoleEntity } from '../roles/role.entity.js';
import { nameKeys } from '../names/user-name.js';

/** A role as a form can name it. */
export interface FormRole {
  id: string;
  name: LocalizedText;
  /** Why the caller may not give it. */
  refusal: DomainError | null;
}

/** What the platform knows that decides about a form. */
export interface FormFacts {
  /** By name, those of the first start by their English name too. */
  roles: ReadonlyMap<string, FormRole>;
  /** Keys (`nameKeys`) of names that somebody has. */
  takenKeys: ReadonlySet<string>;
  /** Keys of names whose earlier user is still being removed. */
  leavingKeys: ReadonlySet<string>;
}

/** Asks for the facts of a whole form in a handful of queries. */
@Injectable()
export class FormFactsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly grants: Grants,
  ) {}

  /** @param userNames as they stand in the form */
  collect(caller: Principal, userNames: readonly string[]): Promise<FormFacts> {
    return this.dataSource.transaction(async (manager) => {
      const keys = [...new Set(userNames.flatMap(nameKeys))];
      return {
        takenKeys: await findKeys(manager, 'user_account', keys),
        leavingKeys: await findKeys(manager, 'user_removal', keys),
        roles: await this.readRoles(manager, caller),
      };
    });
  }

  private async readRoles(manager: EntityManager, caller: Principal): Promise<FormFacts['roles']> {
    const giver = await this.grants.begin(manager, caller);
    const roles = new Map<string, FormRole>();
    for (const { id, roleName, builtIn } of await manager.find(RoleEntity, {
      order: { roleName: 1 },
    })) {
      const refusal = await this.grants
        .assertMayGiveRoles(manager, giver, [id])
        .then(() => null)
        .catch((error: unknown) => {
          if (error instanceof DomainError) {
            return error;
          }
          throw error;
        });
      const name = builtIn ? seedRoles[builtIn] : { cn: roleName, en: roleName };
      roles.set(roleName, { id, name: { ...name, cn: roleName }, refusal });
    }
    for (const role of [...roles.values()].filter(({ name }) => !roles.has(name.en))) {
      roles.set(role.name.en, role);
    }
    return roles;
  }
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
