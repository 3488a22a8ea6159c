import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { userTarget } from '../audit-targets.js';
import { AccessRevocation, revocationReasons } from '../rights/access-revocation.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { Grants } from '../rights/grants.service.js';
import { UserEntity } from '../user.entity.js';
import { UserRepository } from '../user.repository.js';
import { GuessLimits } from './guess-limits.service.js';
import { PasswordService } from './password.service.js';

/** A new password for somebody else, without the old one; it ends every session of that user. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: UserRepository,
    private readonly passwords: PasswordService,
    private readonly grants: Grants,
    private readonly guesses: GuessLimits,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
  ) {}

  /** @throws DomainError 403 for a user who holds more than the caller: the password would be a way to it. */
  async reset(
    caller: Principal,
    input: { id: string; password: string; mustChangePassword?: boolean | undefined },
  ): Promise<void> {
    const { id, password: encrypted, mustChangePassword = false } = input;
    const { userName } = await this.repository.get(id);
    const passwordHash = await this.passwords.hash(
      await this.passwords.readNew(encrypted, userName),
    );
    const user = await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const found = await this.repository.get(id, manager);
      await this.grants.assertMayChangeUser(manager, giver, found);
      await manager.update(UserEntity, { id: found.id }, { passwordHash, mustChangePassword });
      const endedSessions = await this.revocation.deleteSessions(manager, found.id);
      await this.audit.record(manager, {
        target: userTarget(found),
        details: { endedSessions, ...(mustChangePassword ? { mustChangePassword } : {}) },
      });
      this.changes.note(manager, 'users');
      return found;
    });
    this.revocation.announce(user, revocationReasons.passwordChanged);
    await this.guesses.forget(user.userName);
  }
}
