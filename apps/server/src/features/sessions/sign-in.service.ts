import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { LoginResult } from '@clusterdesk/contracts';
import { RateLimits } from '../../platform/limits/rate-limits.service.js';
import { KeyedMutex } from '../../platform/concurrency.js';
import {
  accountFrozen,
  accountNotValid,
  wrongCode,
  wrongCredentials,
} from '../users/identity.errors.js';
import { RightsRepository } from '../users/rights/rights.repository.js';
import { PasswordService } from '../users/password.service.js';
import { SessionService, type SignInPlace } from './session.service.js';
import { SignInCodes } from './sign-in-codes.service.js';
import { addressLimit, nameLimit, slowDownMs } from './sign-in-limits.js';
import type { UserEntity } from '../users/user.entity.js';
import { isWithinValidity } from '../users/user.policy.js';

/** Signing in. */
@Injectable()
export class SignInService {
  /** Verified for names that don't exist, so that both cases take the same time. */
  private decoyHash: Promise<string> | undefined;
  /** Tries for one name go one after the other, so that none slips past the count. */
  private readonly turns = new KeyedMutex();

  constructor(
    private readonly repository: RightsRepository,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionService,
    private readonly codes: SignInCodes,
    private readonly limits: RateLimits,
  ) {}

  /**
   * @throws DomainError wrong credentials, too many tries, frozen, outside the validity period, or a password that does not
   * decrypt.
   */
  async signIn(
    loginName: string,
    encryptedPassword: string,
    place: SignInPlace,
  ): Promise<LoginResult> {
    const password = await this.passwords.decrypt(encryptedPassword);
    const outcome = await this.turns.run(loginName.toLowerCase(), () =>
      this.check(loginName, password, place),
    );
    if ('failures' in outcome) {
      await sleep(slowDownMs(outcome.failures));
      throw wrongCredentials();
    }
    return this.open(outcome.user, place);
  }

  /** Automatic login: the single-use code stands for the user. */
  async signInWithCode(code: string, place: SignInPlace): Promise<LoginResult> {
    const address = place.address ?? '';
    await this.limits.check(addressLimit, address);
    const userId = await this.codes.redeem(code);
    if (!userId) {
      await this.limits.count(addressLimit, address);
      throw wrongCode();
    }
    return this.open(await this.repository.getUserWithRoles(userId), place);
  }

  private async check(
    loginName: string,
    password: string,
    { address = '' }: SignInPlace,
  ): Promise<{ user: UserEntity } | { failures: number }> {
    const name = loginName.toLowerCase();
    await this.limits.check(nameLimit, name);
    await this.limits.check(addressLimit, address);
    const user = await this.repository.findUserByName(loginName);
    this.decoyHash ??= this.passwords.hash('nobody has this password');
    const isRight = await this.passwords.verify(
      user?.passwordHash ?? (await this.decoyHash),
      password,
    );
    if (!user || !isRight) {
      await this.limits.count(addressLimit, address);
      return { failures: await this.limits.count(nameLimit, name) };
    }
    await this.limits.forget(nameLimit, name);
    return { user };
  }

  private async open(user: UserEntity, place: SignInPlace): Promise<LoginResult> {
    if (user.isFrozen) {
      throw accountFrozen();
    }
    if (!isWithinValidity(user, new Date())) {
      throw accountNotValid();
    }
    const token = await this.sessions.open(user, place);
    if (!token) {
      throw wrongCredentials();
    }
    const rights = await this.repository.findRights(user.id);
    return {
      user: { id: user.id, userName: user.userName, realName: user.realName },
      token,
      permission: { enableDowloadUserData: rights?.canDownload ?? false },
    };
  }
}
