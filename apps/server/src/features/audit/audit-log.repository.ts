import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { containsPattern } from '../../platform/database/like-pattern.js';
import type { AuditLogEntity } from './audit-log.entity.js';

/** Counting stops here: nobody pages further, and an exact number would read every row. */
export const countedAtMost = 10_000;

/** How many users a part of a name may stand for. */
const matchedUsersAtMost = 200;

export interface LogFilter {
  logLevel?: string | undefined;
  logModel?: string | undefined;
  /** A part of a user name. */
  userName?: string | undefined;
  userId?: string | undefined;
  /** One of these; none: any. */
  methodNames?: readonly string[] | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

/** Columns that must be equal to what the filter says. */
const equalColumns = {
  logLevel: 'log_level',
  logModel: 'log_model',
  userId: 'user_id',
  targetType: 'target_type',
  targetId: 'target_id',
} as const satisfies Partial<Record<keyof LogFilter, string>>;

/** Queries over the log; each walks an index that ends in the id, the newest first. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(
    filter: LogFilter,
    page: { offset: number; size: number },
  ): Promise<{ rows: AuditLogEntity[]; total: number }> {
    const { source, parameters } = await this.buildSource(filter);
    const { offset, size } = page;
    const ids = await this.dataSource.query<{ id: string }[]>(
      source(offset + size, `ORDER BY id DESC OFFSET ${offset} LIMIT ${size}`, true),
      parameters,
    );
    const counted = source(countedAtMost, `LIMIT ${countedAtMost}`, false);
    const [count] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM (${counted}) counted`,
      parameters,
    );
    const rows = await this.read(ids.map(({ id }) => id));
    return { rows, total: count?.total ?? 0 };
  }

  /** The next rows of an export: the newest before a row, or the newest of all. */
  async listBefore(
    filter: LogFilter,
    beforeId: string | null,
    size: number,
  ): Promise<AuditLogEntity[]> {
    const { source, parameters } = await this.buildSource(filter, beforeId);
    const ids = await this.dataSource.query<{ id: string }[]>(
      source(size, `ORDER BY id DESC LIMIT ${size}`, true),
      parameters,
    );
    return this.read(ids.map(({ id }) => id));
  }

  private read(ids: readonly string[]): Promise<AuditLogEntity[]> {
    return this.dataSource.query<AuditLogEntity[]>(
      `SELECT id, log_level AS "logLevel", log_model AS "logModel", method_name AS "methodName", user_id AS "userId",
              user_name AS "userName", error_code AS "errorCode", error_sentence AS "errorSentence", address,
              target_type AS "targetType", target_id AS "targetId", target_name AS "targetName", details, created_at AS "createdAt"
       FROM audit_log WHERE id = ANY($1::bigint[]) ORDER BY id DESC`,
      [ids],
    );
  }

  /** Deletes some rows, the oldest, from before a moment. @returns how many. */
  async deleteBefore(moment: Date, atMost: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `DELETE FROM audit_log WHERE id IN
         (SELECT id FROM (SELECT id, created_at FROM audit_log ORDER BY id LIMIT $2) oldest WHERE created_at < $1)`,
      [moment, atMost],
    );
    return count;
  }

  /**
   * The ids that match, as SQL. Of several names (of users, or else of calls) each one's newest ids are taken from its part
   * of the index and then merged, so that a name with a million rows costs no more than a page.
   */
  private async buildSource(
    filter: LogFilter,
    beforeId: string | null = null,
  ): Promise<{
    source: (atMost: number, end: string, isOrdered: boolean) => string;
    parameters: unknown[];
  }> {
    const parameters: unknown[] = [];
    const conditions: string[] = [];
    const require = (condition: string, value: unknown): void => {
      parameters.push(value);
      conditions.push(condition.replace('?', `$${parameters.length}`));
    };
    for (const [field, column] of Object.entries(equalColumns)) {
      const value = filter[field as keyof typeof equalColumns];
      if (value) {
        require(`log.${column} = ?`, value);
      }
    }
    if (filter.from) {
      require('log.created_at >= ?', filter.from);
    }
    if (filter.until) {
      require('log.created_at <= ?', filter.until);
    }
    if (beforeId !== null) {
      require('log.id < ?', beforeId);
    }
    const { userName } = filter;
    const methodNames = [...new Set(filter.methodNames)];
    if (methodNames.length === 1) {
      require('log.method_name = ?', methodNames[0]);
    } else if (methodNames.length > 1 && userName) {
      require('log.method_name = ANY(?::text[])', methodNames);
    }
    if (!userName && methodNames.length < 2) {
      const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
      return { source: (_, end) => `SELECT log.id FROM audit_log log ${where} ${end}`, parameters };
    }
    parameters.push(userName ? await this.findNames(userName) : methodNames);
    const names = `unnest($${parameters.length}::text[]) AS wanted(name)`;
    const column = userName ? 'user_name' : 'method_name';
    const where = [`log.${column} = wanted.name`, ...conditions].join(' AND ');
    return {
      source: (atMost, end, isOrdered) =>
        `SELECT id FROM ${names} CROSS JOIN LATERAL (
           SELECT log.id FROM audit_log log WHERE ${where} ${isOrdered ? 'ORDER BY log.id DESC' : ''} LIMIT ${atMost}
         ) newest ${end}`,
      parameters,
    };
  }

  /** The users whose name contains the text, and the text itself: deleted users are found by their whole name. */
  private async findNames(part: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ name: string }[]>(
      `SELECT user_name AS name FROM user_account WHERE user_name ILIKE $1 ORDER BY user_name LIMIT ${matchedUsersAtMost}`,
      [containsPattern(part)],
    );
    return [...new Set([part, ...rows.map(({ name }) => name)])];
  }
}
