import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits, type Language } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { isReferenceGone } from '../../platform/database/is-taken.js';
import { Authenticator, type Principal } from '../../platform/http/access/principal.js';
import { hashToken } from '../../platform/secrets/token-hash.js';
import { Settings } from '../../platform/settings/settings.service.js';
import { revocationReasons } from '../users/rights/access-revocation.js';
import { UserAccounts } from '../users/user-accounts.service.js';
import { mayBeSignedIn } from '../users/user.policy.js';
import { SessionRevocation } from './session-revocation.service.js';
import { SessionEntity } from './session.entity.js';
import { SessionRepository, toPrincipal, type SessionLength } from './session.repository.js';
import { sessionIdleHours, sessionMaxDays } from './session.settings.js';
import { targetColumnsOf } from './session-target.js';
import type { DrawnCode } from './sign-in/sign-in-codes.service.js';

const hourMs = 3_600_000;

/** The expiry of a used session is extended at most this often. */
const slideSeconds = 60;

/** Where a user signed in from, for the list of own sessions. */
export interface SignInPlace {
  address: string | undefined;
  userAgent: string | undefined;
}

/** A session and its token, which is not stored. */
export interface OpenedSession {
  token: string;
  expiresAt: Date;
}

/** Sessions: opaque tokens of 256 random bits, stored hashed, with a sliding expiry (contract: Envelope). */
@Injectable()
export class SessionService extends Authenticator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SessionRepository,
    private readonly accounts: UserAccounts,
    private readonly revocation: SessionRevocation,
    private readonly settings: Settings,
  ) {
    super();
  }

  /**
   * Opens a session and returns its token, which is not stored. A user's sessions are bounded in number and age.
   * @param drawn for a session that a code opens: it is for that target, and ends with the session that drew the code
   * @returns null when the password changed meanwhile, or the session or the target of the code is gone: a new session would
   * outlive the change.
   */
  async open(
    user: { id: string; passwordHash: string; language: Language },
    place: SignInPlace,
    drawn?: DrawnCode,
  ): Promise<OpenedSession | null> {
    const token = randomBytes(32).toString('base64url');
    const { idleHours, maxDays } = await this.readLength();
    const lastsMs = drawn ? limits.targetSessionMs : Math.min(idleHours, maxDays * 24) * hourMs;
    const expiresAt = new Date(Date.now() + lastsMs);
    const opening = this.dataSource.transaction(async (manager) => {
      if (!(await this.accounts.noteSignIn(manager, user))) {
        return null;
      }
      const id = randomUUID();
      await manager.insert(SessionEntity, {
        id,
        userId: user.id,
        tokenHash: hashToken(token),
        expiresAt,
        ...(drawn && { drawnBy: drawn.sessionId, ...targetColumnsOf(drawn.target) }),
        address: place.address ?? null,
        userAgent: place.userAgent?.slice(0, 400) ?? null,
      });
      return this.repository.deleteSurplus(manager, user.id, id);
    });
    const ended = await opening.catch((error: unknown) => {
      if (isReferenceGone(error)) {
        return null;
      }
      throw error;
    });
    if (!ended) {
      return null;
    }
    this.revocation.announceSessions(ended, revocationReasons.tooMany[user.language]);
    return { token, expiresAt };
  }

  override async authenticateAny(token: string): Promise<Principal | null> {
    const session = await this.repository.findByToken(hashToken(token));
    if (!session || !mayBeSignedIn(session, new Date())) {
      return null;
    }
    if (session.idleSeconds >= slideSeconds) {
      await this.repository.slide(session.sessionId, await this.readLength());
    }
    return toPrincipal(session);
  }

  private async readLength(): Promise<SessionLength> {
    const [idleHours, maxDays] = await Promise.all([
      this.settings.get(sessionIdleHours),
      this.settings.get(sessionMaxDays),
    ]);
    return { idleHours, maxDays };
  }

  /** Ends the session that asks for it. */
  async close({ userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>): Promise<void> {
    const ended = await this.repository.delete(this.dataSource.manager, userId, sessionId);
    this.revocation.announceSessions(ended);
  }
}
