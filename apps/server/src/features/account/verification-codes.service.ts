import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits, type CodePurpose } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { RateLimits, type RateLimit } from '../../platform/limits/rate-limits.service.js';
import { defineSetting } from '../../platform/settings/setting-definition.js';
import { Settings } from '../../platform/settings/settings.service.js';
import { CodeTooSoonError, CodeUsedUpError, CodeWrongError } from './account.errors.js';
import { VerificationCodeEntity } from './verification-code.entity.js';

/** Six digits are easily tried: their hash is keyed, so that reading the table does not reveal them. */
const hashKey = defineSetting({
  key: 'identity.code-key',
  schema: z.string(),
  initial: () => randomBytes(32).toString('base64'),
  isSecret: true,
});

/** For each user, to any number of targets. */
const sendLimit: RateLimit = { name: 'code-sends', points: 20, seconds: 3_600 };

/** A request that the queue has is sent well within this time. */
const unsentAfterSeconds = 15;
const isUnsent = `session_id IS NOT NULL AND sent_at IS NULL AND confirmed_at IS NULL AND expires_at > now()
  AND requested_at < now() - make_interval(secs => ${unsentAfterSeconds})`;

/** What a code belongs to. */
export interface VerificationKey {
  userId: string;
  purpose: CodePurpose;
}

/** Verification codes: 6 digits, 5 minutes, 60 s between sends, five tries, one for each purpose; they end with the session that asked. */
@Injectable()
export class VerificationCodes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly limits: RateLimits,
  ) {}

  /** Notes that a code is wanted; any earlier one for this purpose ends. @throws DomainError 429 when it is too soon. */
  async request(
    { userId, purpose, sessionId }: VerificationKey & { sessionId: string },
    target: string,
  ): Promise<void> {
    const recent = await this.dataSource.query<{ wait: number }[]>(
      `SELECT ceil(EXTRACT(EPOCH FROM requested_at - now()) + $4)::int AS wait FROM verification_code
       WHERE ((user_id = $1 AND purpose = $2) OR target = $3) AND requested_at > now() - make_interval(secs => $4)
       ORDER BY requested_at DESC LIMIT 1`,
      [userId, purpose, target, limits.verificationResendMs / 1_000],
    );
    if (recent[0]) {
      throw new CodeTooSoonError(recent[0].wait);
    }
    await this.limits.consume(sendLimit, userId);
    const noted = await this.dataSource.query<unknown[]>(
      `INSERT INTO verification_code (user_id, purpose, target, expires_at, session_id)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4), $6)
       ON CONFLICT (user_id, purpose) DO UPDATE SET target = $3, code_hash = NULL, tries = 0, requested_at = now(), sent_at = NULL,
         session_id = $6, expires_at = excluded.expires_at, confirmed_at = NULL
       WHERE verification_code.requested_at <= now() - make_interval(secs => $5)
       RETURNING 1`,
      [
        userId,
        purpose,
        target,
        limits.verificationCodeMs / 1_000,
        limits.verificationResendMs / 1_000,
        sessionId,
      ],
    );
    if (noted.length === 0) {
      throw new CodeTooSoonError(limits.verificationResendMs / 1_000);
    }
  }

  /** Makes the code of a request. @returns null when it is no longer wanted. */
  async issue(slot: VerificationKey): Promise<{ code: string; target: string } | null> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const [rows] = await this.dataSource.query<[{ target: string }[], number]>(
      `UPDATE verification_code SET code_hash = $3
       WHERE user_id = $1 AND purpose = $2 AND session_id IS NOT NULL AND confirmed_at IS NULL AND expires_at > now()
       RETURNING target`,
      [slot.userId, slot.purpose, await this.hash(slot, code)],
    );
    return rows[0] ? { code, target: rows[0].target } : null;
  }

  /** Notes that the code is on its way. */
  async noteSent({ userId, purpose }: VerificationKey): Promise<void> {
    await this.dataSource
      .getRepository(VerificationCodeEntity)
      .update({ userId, purpose }, { sentAt: new Date() });
  }

  /** Whether `listUnsent` finds any, as SQL. */
  get unsentCondition(): string {
    return `EXISTS (SELECT FROM verification_code WHERE ${isUnsent})`;
  }

  /** Codes that were asked for some time ago, are still wanted, and never went out. */
  listUnsent(): Promise<VerificationKey[]> {
    return this.dataSource.query<VerificationKey[]>(
      `SELECT user_id AS "userId", purpose FROM verification_code
       WHERE ${isUnsent} LIMIT 100`,
    );
  }

  /** Removes what has expired; the time of the last request is kept for the minimum interval between two. */
  async removeOld(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM verification_code WHERE expires_at < now() AND requested_at < now() - interval '1 hour'`,
    );
  }

  /**
   * Consumes a code; the right one can be used once.
   * @throws DomainError 400 when it is wrong or too old, 429 after five tries.
   */
  async use(slot: VerificationKey, target: string, code: string): Promise<void> {
    const hash = await this.hash(slot, code);
    const [rows] = await this.dataSource.query<[{ codeHash: Buffer; tries: number }[], number]>(
      `UPDATE verification_code SET tries = LEAST(tries + 1, $4)
       WHERE user_id = $1 AND purpose = $2 AND target = $3 AND session_id IS NOT NULL AND code_hash IS NOT NULL
         AND expires_at > now()
       RETURNING code_hash AS "codeHash", tries`,
      [slot.userId, slot.purpose, target, limits.verificationTries + 1],
    );
    const row = rows[0];
    if (row && row.tries > limits.verificationTries) {
      throw new CodeUsedUpError();
    }
    if (!row || !timingSafeEqual(row.codeHash, hash)) {
      throw new CodeWrongError();
    }
    const [used] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE verification_code
       SET code_hash = NULL, confirmed_at = now(), expires_at = now() + make_interval(secs => $4)
       WHERE user_id = $1 AND purpose = $2 AND code_hash = $3 RETURNING 1`,
      [slot.userId, slot.purpose, hash, limits.contactConfirmedMs / 1_000],
    );
    if (used.length === 0) {
      throw new CodeWrongError();
    }
  }

  /** Whether the right code for this target was given recently. */
  isConfirmed({ userId, purpose }: VerificationKey, target: string): Promise<boolean> {
    return this.dataSource
      .getRepository(VerificationCodeEntity)
      .createQueryBuilder('code')
      .where({ userId, purpose, target })
      .andWhere(
        'code.sessionId IS NOT NULL AND code.confirmedAt IS NOT NULL AND code.expiresAt > now()',
      )
      .getExists();
  }

  private async hash({ userId, purpose }: VerificationKey, code: string): Promise<Buffer> {
    return createHmac('sha256', await this.settings.get(hashKey))
      .update(`${userId}/${purpose}/${code}`)
      .digest();
  }
}
