import { Injectable } from '@nestjs/common';
import type { LoginResult } from '@clusterdesk/contracts';
import { Semaphore } from '../../../platform/concurrency.js';
import { RateLimits } from '../../../platform/limits/rate-limits.service.js';
import { addressKey } from '../../../platform/limits/address-key.js';
import { UserSemaphore } from '../../../platform/user-semaphore.js';
import { GuessLimits, type GuessPlace } from '../../users/passwords/guess-limits.service.js';
import { KnownDevices } from '../../users/passwords/known-devices.service.js';
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
  CodeOfDesktopError,
  WrongCodeError,
  WrongCredentialsError,
} from '../session.errors.js';
import { SessionService, type SignInPlace } from '../session.service.js';
import { Delay } from './delay.js';
import { SignInCodes, type DrawnCode } from './sign-in-codes.service.js';
import { addressLimit, slowDownMs } from './sign-in-limits.js';

const attemptsAtOnce = 4;
/** Some seconds of work; further callers are asked to retry. */
const attemptsWaiting = 200;
/** One address takes no more than half of these places: others still get in while one address floods. */
const attemptsOfAddress = attemptsWaiting / 2;

/** Signing in. Every attempt is counted before it is made, so that no number of concurrent attempts exceeds a limit. */
@Injectable()
export class SignInService {
  /** Verified for names that don't exist, so that both cases take the same time. */
  private decoyHash: Promise<string> | undefined;
  /**
   * Few at once, so that users who sign in at the same moment behind one address do not use up its limit with correct
   * attempts.
   */
  private readonly attempts = new Semaphore(attemptsAtOnce, {
    maxWaiting: attemptsWaiting,
    refuse: () => new PasswordsBusyError(),
  });
  /** Those that run or wait, by address. */
  private readonly ofAddress = new UserSemaphore(
    { each: attemptsOfAddress, waiting: 0 },
    () => new PasswordsBusyError(),
  );

  constructor(
    private readonly accounts: UserAccounts,
    private readonly rights: UserRights,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionService,
    private readonly codes: SignInCodes,
    private readonly limits: RateLimits,
    private readonly guesses: GuessLimits,
    private readonly devices: KnownDevices,
    private readonly delay: Delay,
  ) {}

  /**
   * @throws DomainError wrong credentials, too many attempts (PasswordsBusyError: too many at once), frozen, outside the validity period, or a password that does not
   * decrypt.
   */
  async signIn(
    loginName: string,
    encryptedPassword: string,
    place: SignInPlace,
    devices: readonly string[] = [],
  ): Promise<LoginResult> {
    const deviceId = await this.devices.find(loginName, devices);
    const { account, tries } = await this.ofAddress.run(addressKey(place.address), () =>
      this.attempts.run(() =>
        this.tryOnce(loginName, encryptedPassword, { address: place.address, deviceId }),
      ),
    );
    if (!account) {
      await this.delay.wait(slowDownMs(tries));
      throw new WrongCredentialsError();
    }
    const { result } = await this.open(account, place);
    return { ...result, device: await this.devices.issue(account.userName, deviceId ?? undefined) };
  }

  /** Automatic login: the single-use code stands for the user. */
  async signInWithCode(code: string, place: SignInPlace): Promise<LoginResult> {
    const address = addressKey(place.address);
    await this.limits.consume(addressLimit, address);
    const redeemed = await this.redeem(code, null);
    await this.limits.refund(addressLimit, address);
    return (await this.open(redeemed.account, place, redeemed)).result;
  }

  /**
   * The same for the host of a desktop, whose agent asks for it.
   * @param nodeId the node whose agent has proved to have its key
   * @throws DomainError the code is not this desktop's, or its user may not be here
   */
  async signInOnDesktop(
    code: string,
    nodeId: string,
  ): Promise<{ result: LoginResult; expiresAt: Date }> {
    const redeemed = await this.redeem(code, nodeId);
    return this.open(redeemed.account, { address: undefined, userAgent: undefined }, redeemed);
  }

  private async redeem(
    code: string,
    nodeId: string | null,
  ): Promise<DrawnCode & { account: SignInAccount }> {
    const redeemed = await this.codes.redeem(code, nodeId);
    const account = redeemed && (await this.accounts.find(redeemed.userId));
    if (!account) {
      throw nodeId === null && (await this.codes.isOfDesktop(code))
        ? new CodeOfDesktopError()
        : new WrongCodeError();
    }
    return { ...redeemed, account };
  }

  /**
   * Counted for the address first: an address that is locked out counts for no name any more. A device that is known for the name
   * has only a count of its own: others behind its address do not lock it out.
   */
  private async tryOnce(
    loginName: string,
    encryptedPassword: string,
    from: GuessPlace & { deviceId: string | null },
  ): Promise<{ account: SignInAccount | null; tries: number }> {
    if (from.deviceId !== null) {
      return this.guess(loginName, encryptedPassword, from);
    }
    const key = addressKey(from.address);
    await this.limits.consume(addressLimit, key);
    try {
      const tried = await this.guess(loginName, encryptedPassword, from);
      if (tried.account) {
        await this.limits.refund(addressLimit, key);
      }
      return tried;
    } catch (error) {
      // What was not tried (the name is shut out, the waiting list is full) is no failure of the address.
      if (!(error instanceof PasswordUnreadableError)) {
        await this.limits.refund(addressLimit, key);
      }
      throw error;
    }
  }

  private async guess(
    loginName: string,
    encryptedPassword: string,
    from: GuessPlace,
  ): Promise<{ account: SignInAccount | null; tries: number }> {
    const guess = await this.guesses.consume(loginName, from);
    const account = await this.check(loginName, encryptedPassword).catch(async (error: unknown) => {
      await guess.refund();
      throw error;
    });
    if (account) {
      await guess.succeeded();
    }
    return { account, tries: guess.tries };
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

  private async open(
    user: SignInAccount,
    place: SignInPlace,
    drawn?: DrawnCode,
  ): Promise<{ result: LoginResult; expiresAt: Date }> {
    if (user.isFrozen) {
      throw new AccountFrozenError();
    }
    if (!isWithinValidity(user, new Date())) {
      throw new AccountNotValidError();
    }
    const opened = await this.sessions.open(user, place, drawn);
    if (!opened) {
      throw drawn ? new WrongCodeError() : new WrongCredentialsError();
    }
    const rights = await this.rights.find(user.id);
    const mayTake = !drawn || drawn.target.allowFiles;
    return {
      result: {
        user: { id: user.id, userName: user.userName, realName: user.realName },
        token: opened.token,
        permission: { enableDowloadUserData: mayTake && (rights?.canDownload ?? false) },
        mustChangePassword: rights?.mustChangePassword ?? false,
      },
      expiresAt: opened.expiresAt,
    };
  }
}
