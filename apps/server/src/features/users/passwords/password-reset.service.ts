import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AccessRevocation, revocationReasons } from '../rights/access-revocation.js';
import { UserChanges } from '../rights/user-changes.service.js';
import { UserEntity } from '../user.entity.js';
import { getUser } from '../user.repository.js';
import { GuessLimits } from './guess-limits.service.js';
import { PasswordService } from './password.service.js';

/** A new password for somebody else, without the old one; it ends every session of that user. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordService,
    private readonly guesses: GuessLimits,
    private readonly revocation: AccessRevocation,
    private readonly changes: UserChanges,
  ) {}

  /** @throws DomainError 403 for a user who holds more than the caller: the password would be a way to it. */
  async reset(
    caller: Principal,
    {
      id,
      password,
      mustChangePassword = false,
    }: EndpointParams<typeof endpoints.users.changePassword>,
  ): Promise<void> {
    const { userName } = await getUser(this.dataSource.manager, id);
    const passwordHash = await this.passwords.hash(
      await this.passwords.readNew(password, userName),
    );
    const user = await this.changes.make(caller, id, ['users'], async (manager, found) => {
      await manager.update(UserEntity, { id }, { passwordHash, mustChangePassword });
      const endedSessions = await this.revocation.deleteSessions(manager, id);
      return [{ endedSessions, ...(mustChangePassword ? { mustChangePassword } : {}) }, found];
    });
    this.revocation.announce(user, revocationReasons.passwordChanged);
    await this.guesses.forget(user.userName);
  }
}
