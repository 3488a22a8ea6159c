import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from '../../platform/http/access/principal.js';
import { RateLimits } from '../../platform/limits/rate-limits.service.js';
import { assertMayChange } from '../users/rights/administrators.js';
import { PasswordService } from '../users/password.service.js';
import { revocationReasons, SessionRevocation } from '../sessions/session-revocation.service.js';
import { nameLimit } from '../sessions/sign-in-limits.js';
import { UserEntity } from '../users/user.entity.js';
import { developIsConfigured, oldPasswordWrong, onlyOneself } from '../users/user.errors.js';
import { developName } from '../users/user.policy.js';
import { UserRepository } from '../users/user.repository.js';

/** New passwords; a change ends every session of that user. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: UserRepository,
    private readonly passwords: PasswordService,
    private readonly limits: RateLimits,
    private readonly sessionEnd: SessionRevocation,
  ) {}

  /** By an administrator, without the old one. */
  async change(caller: Principal, id: string, encrypted: string): Promise<void> {
    const password = await this.passwords.readNew(encrypted);
    const user = await this.repository.get(id);
    assertMayChange(caller, user);
    await this.set(user, password);
    await this.limits.forget(nameLimit, user.userName.toLowerCase());
  }

  /** By oneself; wrong old passwords count like failed sign-ins. */
  async update(
    caller: Principal,
    input: { id: string; password: string; oldPassword: string },
  ): Promise<void> {
    if (input.id !== caller.userId) {
      throw onlyOneself();
    }
    if (caller.userName === developName) {
      throw developIsConfigured();
    }
    const password = await this.passwords.readNew(input.password);
    const oldPassword = await this.passwords.decrypt(input.oldPassword);
    const key = caller.userName.toLowerCase();
    await this.limits.check(nameLimit, key);
    const user = await this.repository.get(input.id);
    if (!(await this.passwords.verify(user.passwordHash, oldPassword))) {
      await this.limits.count(nameLimit, key);
      throw oldPasswordWrong();
    }
    await this.set(user, password);
  }

  private async set(user: UserEntity, password: string): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    await this.dataSource.transaction(async (manager) => {
      await manager.update(UserEntity, { id: user.id }, { passwordHash });
      await this.sessionEnd.deleteSessions(manager, user.id);
    });
    this.sessionEnd.announce(user, revocationReasons.passwordChanged);
  }
}
