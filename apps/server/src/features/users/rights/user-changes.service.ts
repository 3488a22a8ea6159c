import { Injectable } from '@nestjs/common';
import type { AccountList } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { userTarget } from '../audit-targets.js';
import type { UserEntity } from '../user.entity.js';
import { getUser } from '../user.repository.js';
import { AccountChanges } from './account-changes.service.js';
import { keepAnAdministrator } from './administrators.js';
import type { Holding } from './grant.policy.js';
import { Grants } from './grants.service.js';

/** What a change did: what the log says about it (null: nothing changed), and what the caller wants to know. */
type Decided<T> = [details: Record<string, unknown> | null, result: T];

/** Changes of one user by another: each is one transaction, decided on the rights of that moment, with its row in the log. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly grants: Grants,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
  ) {}

  /**
   * @param lists which lists of the console show what changes
   * @throws DomainError 403 for a user who holds more than the caller; 404; 409 for the configured user, and when nobody could
   * sign in as administrator afterwards
   */
  make<T>(
    caller: Principal,
    id: string,
    lists: readonly AccountList[],
    decide: (manager: EntityManager, user: UserEntity, giver: Holding) => Promise<Decided<T>>,
  ): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const user = await getUser(manager, id);
      await this.grants.assertMayChangeUser(manager, giver, user);
      const [details, result] = await keepAnAdministrator(manager, () =>
        decide(manager, user, giver),
      );
      if (details) {
        await this.audit.record(manager, { target: userTarget(user), details });
        this.changes.note(manager, ...lists);
      }
      return result;
    });
  }
}
