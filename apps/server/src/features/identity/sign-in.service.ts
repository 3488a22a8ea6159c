import { Injectable } from '@nestjs/common';
import type { LoginResult } from '@clusterdesk/contracts';
import { accountFrozen, accountNotValid, wrongCredentials } from './identity.errors.js';
import { IdentityRepository } from './identity.repository.js';
import { PasswordService } from './password.service.js';
import { SessionService, type SignInPlace } from './session.service.js';
import { isWithinValidity } from './user.policy.js';

/** Signing in. */
@Injectable()
export class SignInService {
  /** Verified for names that don't exist, so that both cases take the same time. */
  private decoyHash: Promise<string> | undefined;

  constructor(
    private readonly repository: IdentityRepository,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionService,
  ) {}

  /** @throws DomainError wrong credentials, frozen, outside the validity period, or a password that does not decrypt. */
  async signIn(
    loginName: string,
    encryptedPassword: string,
    place: SignInPlace,
  ): Promise<LoginResult> {
    const password = await this.passwords.decrypt(encryptedPassword);
    const user = await this.repository.findUserByName(loginName);
    this.decoyHash ??= this.passwords.hash('nobody has this password');
    const isRight = await this.passwords.verify(
      user?.passwordHash ?? (await this.decoyHash),
      password,
    );
    if (!user || !isRight) {
      throw wrongCredentials();
    }
    if (user.isFrozen) {
      throw accountFrozen();
    }
    if (!isWithinValidity(user, new Date())) {
      throw accountNotValid();
    }
    return {
      user: { id: user.id, userName: user.userName, realName: user.realName },
      token: await this.sessions.open(user.id, place),
      permission: { enableDowloadUserData: user.canDownload },
    };
  }
}
