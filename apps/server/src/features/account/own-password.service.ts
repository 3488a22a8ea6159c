import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from '../../platform/http/access/principal.js';
import { GuessLimits } from '../users/passwords/guess-limits.service.js';
import { PasswordService } from '../users/passwords/password.service.js';
import { AccessRevocation, revocationReasons } from '../users/rights/access-revocation.js';
import { UserAccounts } from '../users/user-accounts.service.js';
import { DevelopIsConfiguredError, OnlyOneselfError } from '../users/user.errors.js';
import { developName } from '../users/user.policy.js';
import { OldPasswordWrongError, PasswordUnchangedError } from './account.errors.js';

/** One's own password, by the old one; a change ends every session of the user. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: UserAccounts,
    private readonly passwords: PasswordService,
    private readonly guesses: GuessLimits,
    private readonly revocation: AccessRevocation,
  ) {}

  /** Wrong old passwords count like failed sign-ins, each before it is tried. */
  async change(
    caller: Principal,
    input: { id: string; password: string; oldPassword: string },
    address: string | undefined,
  ): Promise<void> {
    if (input.id !== caller.userId) {
      throw new OnlyOneselfError();
    }
    if (caller.userName === developName) {
      throw new DevelopIsConfiguredError();
    }
    const oldHash = await this.verifyOld(caller, input.oldPassword, address);
    const password = await this.passwords.readNew(input.password, caller.userName);
    if (caller.mustChangePassword && (await this.passwords.verify(oldHash, password))) {
      throw new PasswordUnchangedError();
    }
    const passwordHash = await this.passwords.hash(password);
    await this.dataSource.transaction(async (manager) => {
      const isStillOld = await this.accounts.replacePasswordHash(
        manager,
        caller.userId,
        oldHash,
        passwordHash,
      );
      if (!isStillOld) {
        throw new OldPasswordWrongError();
      }
      await this.revocation.deleteSessions(manager, caller.userId);
    });
    this.revocation.announce(
      { id: caller.userId, language: caller.language },
      revocationReasons.passwordChanged,
    );
  }

  /** @returns the hash that the old password matches. */
  private async verifyOld(
    caller: Principal,
    encrypted: string,
    address: string | undefined,
  ): Promise<string> {
    const guess = await this.guesses.consume(caller.userName, { address, isSignedIn: true });
    const { passwordHash } = await this.accounts.get(caller.userId);
    const isRight = await this.passwords
      .decrypt(encrypted)
      .then((oldPassword) => this.passwords.verify(passwordHash, oldPassword))
      .catch(async (error: unknown) => {
        await guess.refund();
        throw error;
      });
    if (!isRight) {
      throw new OldPasswordWrongError();
    }
    await guess.succeeded();
    return passwordHash;
  }
}
