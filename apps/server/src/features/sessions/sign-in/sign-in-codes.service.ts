import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { hashToken } from '../../../platform/secrets/token-hash.js';
import { SignInCodeEntity } from './sign-in-code.entity.js';

/** So that as many live at once: a code lives for a minute. */
const drawLimit: RateLimit = { name: 'sign-in-codes', points: 30, seconds: 60 };

/**
 * Single-use codes that stand for a user for a minute, handed to other sites in place of the token. A code belongs to the
 * session that drew it and ends with it: with sign-out, a new password, freezing and deleting.
 */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RateLimits,
  ) {}

  /** @throws DomainError 429 when the session has drawn too many of late. */
  async issue({ userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>): Promise<string> {
    await this.limits.use(drawLimit, sessionId);
    const code = randomBytes(32).toString('base64url');
    await this.dataSource.getRepository(SignInCodeEntity).insert({
      codeHash: hashToken(code),
      userId,
      sessionId,
      expiresAt: new Date(Date.now() + limits.signInCodeMs),
    });
    return code;
  }

  /** Uses a code up. @returns null when it is unknown, used, too old, or its session has ended. */
  async redeem(code: string): Promise<string | null> {
    // With a DELETE, the driver's answer is [rows, count].
    const [rows] = await this.dataSource.query<[{ userId: string }[], number]>(
      `DELETE FROM sign_in_code code USING user_session session
       WHERE code.code_hash = $1 AND code.expires_at > now()
         AND session.id = code.session_id AND session.expires_at > now()
       RETURNING code.user_id AS "userId"`,
      [hashToken(code)],
    );
    return rows[0]?.userId ?? null;
  }
}
