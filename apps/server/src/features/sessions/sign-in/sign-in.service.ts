import { Injectable } from '@nestjs/common';
import type { LoginResult } from '@clusterdesk/contracts';
import { Semaphore } from '../../../platform/concurrency.js';
import { RateLimits } from '../../../platform/limits/rate-limits.service.js';
import { guessKey, guessLimit } from '../../users/passwords/guess-limit.js';
import {
  PasswordsBusyError,
  PasswordUnreadableError,
} from '../../users/passwords/password.errors.js';
import { PasswordService } from '../../users/passwords/password.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { UserAccounts, type SignInAccount } from '../../users/user-accounts.service.js';
import { isWithinValidity } from '../../users/user.policy.js';
import {
  AccountFrozenError,
  AccountNotValidError,
  WrongCodeError,
  WrongCredentialsError,
} from '../session.errors.js';
import { SessionService, type SignInPlace } from '../session.service.js';
import { Delay } from './delay.js';
import { SignInCodes } from './sign-in-codes.service.js';
import { addressLimit, slowDownMs } from './sign-in-limits.js';

const attemptsAtOnce = 4;
/** Some seconds of work; who comes after is told to come again. */
const attemptsWaiting = 200;

/** Signing in. Every try is counted before it is made, so that any number of them at once passes no limit. */
@Injectable()
export class SignInService {
  /** Verified for names that don't exist, so that both cases take the same time. */
  private decoyHash: Promise<string> | undefined;
  /**
   * Few at once, so that people who sign in at the same moment behind one address do not use up its limit with tries that
   * are all right.
   */
  private readonly attempts = new Semaphore(attemptsAtOnce, {
    maxWaiting: attemptsWaiting,
    refuse: () => new PasswordsBusyError(),
  });

  constructor(
    private readonly accounts: UserAccounts,
    private readonly rights: UserRights,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionService,
    private readonly codes: SignInCodes,
    private readonly limits: RateLimits,
    private readonly delay: Delay,
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
    const { account, tries } = await this.attempts.run(() =>
      this.tryOnce(loginName, encryptedPassword, place.address ?? ''),
    );
    if (!account) {
      await this.delay.wait(slowDownMs(tries));
      throw new WrongCredentialsError();
    }
    return this.open(account, place);
  }

  /** Automatic login: the single-use code stands for the user. */
  async signInWithCode(code: string, place: SignInPlace): Promise<LoginResult> {
    const address = place.address ?? '';
    await this.limits.use(addressLimit, address);
    const userId = await this.codes.redeem(code);
    const account = userId === null ? null : await this.accounts.find(userId);
    if (!account) {
      throw new WrongCodeError();
    }
    await this.limits.giveBack(addressLimit, address);
    return this.open(account, place);
  }

  /** Counted for the address first: one that is shut out counts for no name any more. */
  private async tryOnce(
    loginName: string,
    encryptedPassword: string,
    address: string,
  ): Promise<{ account: SignInAccount | null; tries: number }> {
    const key = guessKey(loginName);
    await this.limits.use(addressLimit, address);
    try {
      const tries = await this.limits.use(guessLimit, key);
      const account = await this.check(loginName, encryptedPassword).catch(
        async (error: unknown) => {
          await this.limits.giveBack(guessLimit, key);
          throw error;
        },
      );
      if (account) {
        await this.limits.giveBack(addressLimit, address);
        await this.limits.forget(guessLimit, key);
      }
      return { account, tries };
    } catch (error) {
      // What was not tried (the name is shut out, the waiting list is full) is no failure of the address.
      if (!(error instanceof PasswordUnreadableError)) {
        await this.limits.giveBack(addressLimit, address);
      }
      throw error;
    }
  }

  /** @returns null for an unknown name and a wrong password alike. */
  private async check(loginName: string, encryptedPassword: string): Promise<SignInAccount | null> {
    const password = await this.passwords.decrypt(encryptedPassword);
    const account = await this.accounts.findByName(loginName);
    this.decoyHash ??= this.passwords.hash('nobody has this password').catch((error: unknown) => {
      this.decoyHash = undefined;
      throw error;
    });
    const passwordHash = account?.passwordHash ?? (await this.decoyHash);
    return (await this.passwords.verify(passwordHash, password)) ? account : null;
  }

  private async open(user: SignInAccount, place: SignInPlace): Promise<LoginResult> {
    if (user.isFrozen) {
      throw new AccountFrozenError();
    }
    if (!isWithinValidity(user, new Date())) {
      throw new AccountNotValidError();
    }
    const token = await this.sessions.open(user, place);
    if (!token) {
      throw new WrongCredentialsError();
    }
    const rights = await this.rights.find(user.id);
    return {
      user: { id: user.id, userName: user.userName, realName: user.realName },
      token,
      permission: { enableDowloadUserData: rights?.canDownload ?? false },
    };
  }
}
