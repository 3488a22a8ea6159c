import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, IsNull, Not } from 'typeorm';
import type { Principal, SessionTarget } from '../../../platform/http/access/principal.js';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { hashToken } from '../../../platform/secrets/token-hash.js';
import {
  readTarget,
  targetColumns,
  targetColumnsOf,
  type TargetColumns,
} from '../session-target.js';
import { SignInCodeEntity } from './sign-in-code.entity.js';

/** Also how many are valid at once: a code is valid for a minute. */
const drawLimit: RateLimit = { name: 'sign-in-codes', points: 30, seconds: 60 };

/**
 * Single-use codes that stand for a user at one target for a minute, handed to other sites in place of the token. A code belongs
 * to the session that drew it and ends with it: with sign-out, a new password, freezing and deleting.
 */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RateLimits,
  ) {}

  /** @throws DomainError 429 when the session has drawn too many recently. */
  async issue(
    { userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>,
    target: SessionTarget,
  ): Promise<string> {
    await this.limits.consume(drawLimit, sessionId);
    const code = randomBytes(32).toString('base64url');
    await this.dataSource.getRepository(SignInCodeEntity).insert({
      codeHash: hashToken(code),
      userId,
      sessionId,
      ...targetColumnsOf(target),
      expiresAt: new Date(Date.now() + limits.signInCodeMs),
    });
    return code;
  }

  /**
   * Consumes a code. Only a desktop's agent can redeem its code.
   * @param nodeId the desktop whose agent has proved itself; null: whoever has the code
   * @returns null when it is unknown, used, too old, for another one, or its session has ended
   */
  async redeem(code: string, nodeId: string | null): Promise<RedeemedCode | null> {
    // With a DELETE, the driver's answer is [rows, count].
    const [[row]] = await this.dataSource.query<
      [(TargetColumns & Omit<RedeemedCode, 'target'>)[], number]
    >(
      `DELETE FROM sign_in_code code USING user_session session
       WHERE code.code_hash = $1 AND code.expires_at > now() AND code.target_node_id IS NOT DISTINCT FROM $2
         AND session.id = code.session_id AND session.expires_at > now()
       RETURNING code.user_id AS "userId", code.session_id AS "sessionId", ${targetColumns('code')}`,
      [hashToken(code), nodeId],
    );
    const target = row ? readTarget(row) : null;
    return row && target ? { userId: row.userId, sessionId: row.sessionId, target } : null;
  }

  /** Whether a valid code is one that only a desktop's agent redeems. */
  isOfDesktop(code: string): Promise<boolean> {
    return this.dataSource
      .getRepository(SignInCodeEntity)
      .existsBy({ codeHash: hashToken(code), targetNodeId: Not(IsNull()) });
  }
}

/** In which session a code was drawn, and for what. */
export interface DrawnCode {
  sessionId: string;
  target: SessionTarget;
}

export interface RedeemedCode extends DrawnCode {
  userId: string;
}
