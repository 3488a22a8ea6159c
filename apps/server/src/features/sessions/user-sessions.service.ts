import { Injectable } from '@nestjs/common';
import type { SessionListRow } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { userTarget } from '../users/audit-targets.js';
import { revocationReasons } from '../users/rights/access-revocation.js';
import { Grants } from '../users/rights/grants.service.js';
import { UserAccounts, type AccountSubject } from '../users/user-accounts.service.js';
import { SessionRevocation } from './session-revocation.service.js';
import { SessionUnknownError } from './session.errors.js';
import { toSessionRow } from './session.presenter.js';
import { SessionRepository } from './session.repository.js';

/** Lists and ends sessions: one's own, and for administrators those of other users. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SessionRepository,
    private readonly users: UserAccounts,
    private readonly grants: Grants,
    private readonly revocation: SessionRevocation,
    private readonly audit: AuditTrail,
    private readonly config: Config,
  ) {}

  async listOwn(caller: Principal): Promise<SessionListRow[]> {
    const sessions = await this.repository.listOf(this.dataSource.manager, caller.userId);
    return sessions.map((session) => toSessionRow(session, caller, this.config.timeZone));
  }

  /** @throws DomainError 404 for a session that is not one's own. */
  async endOwn({ userId, language }: Principal, id: string): Promise<void> {
    const ended = await this.delete(this.dataSource.manager, userId, id);
    this.revocation.announceSessions(ended, revocationReasons.endedElsewhere[language]);
  }

  /** @throws DomainError 403 for a user who holds more than the caller */
  async list(caller: Principal, userId: string): Promise<SessionListRow[]> {
    const sessions = await this.dataSource.transaction(async (manager) => {
      await this.getChangeable(manager, caller, userId);
      return this.repository.listOf(manager, userId);
    });
    return sessions.map((session) => toSessionRow(session, caller, this.config.timeZone));
  }

  /**
   * One session, or all of the user's.
   * @throws DomainError 403 for a user who holds more than the caller, 404 for a session that is not the user's
   */
  async end(caller: Principal, userId: string, id?: string): Promise<{ ended: number }> {
    const [user, ended] = await this.dataSource.transaction(async (manager) => {
      const user = await this.getChangeable(manager, caller, userId);
      const ended = await this.delete(manager, userId, id);
      await this.audit.record(manager, {
        target: userTarget(user),
        details: { endedSessions: ended.length },
      });
      return [user, ended] as const;
    });
    this.revocation.announceSessions(ended, revocationReasons.endedByAdministrator[user.language]);
    return { ended: ended.length };
  }

  private async delete(manager: EntityManager, userId: string, id?: string): Promise<string[]> {
    const ended = await this.repository.delete(manager, userId, id);
    if (id !== undefined && ended.length === 0) {
      throw new SessionUnknownError();
    }
    return ended;
  }

  private async getChangeable(
    manager: EntityManager,
    caller: Principal,
    userId: string,
  ): Promise<AccountSubject> {
    const giver = await this.grants.begin(manager, caller);
    const user = await this.users.getSubject(manager, userId);
    await this.grants.assertMayChangeUser(manager, giver, user);
    return user;
  }
}
