import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits, rooms } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Authenticator, type Caller } from '../../platform/http/caller.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { IdentityRepository } from './identity.repository.js';
import { SessionEntity } from './session.entity.js';
import { toRights } from './user-rights.service.js';
import { mayBeSignedIn } from './user.policy.js';

/** The expiry of a used session is pushed on at most this often. */
const slideSeconds = 60;

/** Where somebody signed in from, for the list of own sessions. */
export interface SignInPlace {
  address: string | undefined;
  userAgent: string | undefined;
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
const expiry = (): Date => new Date(Date.now() + limits.sessionIdleMs);

/** Sessions: opaque tokens of 256 random bits, stored hashed, with a sliding expiry (contract: Envelope). */
@Injectable()
export class SessionService extends Authenticator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: IdentityRepository,
    private readonly realtime: Realtime,
  ) {
    super();
  }

  /** Opens a session and returns its token, which is not kept. */
  async open(userId: string, place: SignInPlace): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.dataSource.getRepository(SessionEntity).insert({
      userId,
      tokenHash: hashToken(token),
      expiresAt: expiry(),
      address: place.address ?? null,
      userAgent: place.userAgent?.slice(0, 400) ?? null,
    });
    return token;
  }

  async findCaller(token: string): Promise<Caller | null> {
    const session = await this.repository.findSession(hashToken(token));
    if (!session || !mayBeSignedIn(session, new Date())) {
      return null;
    }
    if (session.idleSeconds >= slideSeconds) {
      await this.dataSource
        .getRepository(SessionEntity)
        .update({ id: session.sessionId }, { lastUsedAt: new Date(), expiresAt: expiry() });
    }
    return { ...toRights(session), sessionId: session.sessionId };
  }

  /** Ends a session at once, its sockets included. */
  async close(sessionId: string): Promise<void> {
    await this.dataSource.getRepository(SessionEntity).delete({ id: sessionId });
    this.realtime.console.in(rooms.session(sessionId)).disconnectSockets(true);
  }
}
