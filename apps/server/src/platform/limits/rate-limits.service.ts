import { Injectable } from '@nestjs/common';
import { answerCodes } from '@clusterdesk/contracts';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { DomainError } from '../http/domain-error.js';

/** A limit on how often one thing may happen. */
export interface RateLimit {
  name: string;
  /** How often within `seconds`. */
  points: number;
  seconds: number;
}

/** In the shape that rate-limiter-flexible works on; it clears the table itself. */
const table = 'attempt_limit';

/** Counts in PostgreSQL, so that a limit holds with several servers, after a restart, and without Redis. */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterPostgres>();

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Counts one, before it is tried: any number at once passes no limit. `refund` for what need not count after all.
   * @returns how many there were within the period, this one included
   * @throws DomainError 429 when that is one too many
   */
  async consume(limit: RateLimit, key: string): Promise<number> {
    const used = (await this.limiter(limit).penalty(readable(key))).consumedPoints;
    if (used > limit.points) {
      const state = await this.limiter(limit).get(readable(key));
      throw new TooManyTriesError(state?.msBeforeNext ?? limit.seconds * 1_000);
    }
    return used;
  }

  /** Takes one off again. */
  async refund(limit: RateLimit, key: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE ${table} SET points = greatest(points - 1, 0) WHERE key = $1`,
      [`${limit.name}:${readable(key)}`],
    );
  }

  /** Refuses every further try for the whole period from now on, however long ago the first one was. */
  async lock(limit: RateLimit, key: string): Promise<void> {
    await this.limiter(limit).block(readable(key), limit.seconds);
  }

  async forget(limit: RateLimit, key: string): Promise<void> {
    await this.limiter(limit).delete(readable(key));
  }

  /** All keys that begin so. */
  async forgetAll(limit: RateLimit, prefix: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM ${table} WHERE starts_with(key, $1)`, [
      `${limit.name}:${readable(prefix)}`,
    ]);
  }

  private limiter(limit: RateLimit): RateLimiterPostgres {
    let limiter = this.limiters.get(limit.name);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: this.dataSource,
        storeType: 'typeorm',
        tableName: table,
        tableCreated: true,
        keyPrefix: limit.name,
        points: limit.points,
        duration: limit.seconds,
      });
      this.limiters.set(limit.name, limiter);
    }
    return limiter;
  }
}

/** Keys are short in the table; names longer than that are cut, which only makes a limit stricter. */
const readable = (key: string): string => key.slice(0, 180);

/** Something was tried too often; `details.waitSeconds` says how long the limit holds. */
export class TooManyTriesError extends DomainError {
  constructor(waitMs: number) {
    const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
    super(
      'LIMIT_TOO_MANY',
      answerCodes.tooMany,
      {
        cn: `尝试次数过多，请 ${minutes} 分钟后重试`,
        en: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      },
      { waitSeconds: Math.ceil(waitMs / 1_000) },
    );
  }
}
