import { Injectable } from '@nestjs/common';
import type { BackupKind, BackupPlan, LocalizedText } from '@clusterdesk/contracts';
import { escapeLiteral } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { backupPlanSetting } from './backup.settings.js';

type Times = Pick<BackupPlan, 'time' | 'weekdays'>;

/** A backup that may go. */
export interface ExpiredBackup {
  id: string;
  createdAt: Date;
  kind: BackupKind;
  isStored: boolean;
}

/**
 * Times of a plan within a week before and after now, by the database's clock.
 * @param weekdays as JSON
 * @param zone the platform's
 */
const plannedBy = (time: string, weekdays: string, zone: string): string => `
  SELECT (day + (${time})::time) AT TIME ZONE ${zone} AS at FROM (
    SELECT (now() AT TIME ZONE ${zone})::date + shift AS day FROM generate_series(-8, 8) AS shift) AS days
  WHERE ${weekdays} @> to_jsonb(extract(dow FROM day)::integer)`;

const planned = plannedBy('$1::text', '$2::jsonb', '$3');
/** As their indexes have it. */
const underWay = "state IN ('waiting', 'running')";
const isDue = 'at <= now() AND at > (SELECT done_until FROM backup_schedule)';

/** Queries of the schedule: when a backup is due, and which are over. */
@Injectable()
export class ScheduleRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /**
   * A backup is due and can begin, as SQL: while another one or a restoring is under way, which refuses it, it is not. It computes
   * some ten times from one row, and only while the plan is on.
   */
  get dueCondition(): string {
    const zone = escapeLiteral(this.config.timeZone);
    const times = plannedBy(`plan.value->>'time'`, `plan.value->'weekdays'`, zone);
    return `EXISTS (SELECT FROM setting AS plan, LATERAL (${times}) AS times
        WHERE plan.key = ${escapeLiteral(backupPlanSetting.key)} AND (plan.value->>'isOn')::boolean AND ${isDue})
      AND NOT EXISTS (SELECT FROM backup WHERE ${underWay})
      AND NOT EXISTS (SELECT FROM backup_restoring WHERE ${underWay})`;
  }

  async findNext(plan: Times): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ at: Date | null }[]>(
      `SELECT min(at) AS at FROM (${planned}) AS times WHERE at > now()`,
      this.parametersOf(plan),
    );
    return row?.at ?? null;
  }

  /** The latest time of the plan that has come and for which none was begun; null: none. */
  async findDue(plan: Times): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ at: Date | null }[]>(
      `SELECT max(at) AS at FROM (${planned}) AS times WHERE ${isDue}`,
      this.parametersOf(plan),
    );
    return row?.at ?? null;
  }

  /** Whether one was begun by the schedule at or after a time. */
  async isBegun(at: Date): Promise<boolean> {
    const [row] = await this.dataSource.query<{ isBegun: boolean }[]>(
      `SELECT EXISTS (SELECT FROM backup WHERE kind = 'scheduled' AND created_at >= $1) AS "isBegun"`,
      [at],
    );
    return row?.isBegun ?? false;
  }

  /** Nothing is made up for any more that was planned up to a time; null: now. */
  async settle(at: Date | null, manager: EntityManager = this.dataSource.manager): Promise<void> {
    await manager.query(
      'UPDATE backup_schedule SET done_until = greatest(done_until, coalesce($1, now()))',
      [at],
    );
  }

  /** Scheduled backups that failed and nobody was told of; each is given once. */
  async takeFailed(
    manager: EntityManager,
  ): Promise<{ createdAt: Date; message: LocalizedText | null }[]> {
    const [rows] = await manager.query<
      [{ createdAt: Date; message: LocalizedText | null }[], number]
    >(
      `UPDATE backup SET is_failure_told = true WHERE kind = 'scheduled' AND state = 'failed' AND NOT is_failure_told
       RETURNING created_at AS "createdAt", message`,
    );
    return rows;
  }

  /**
   * Scheduled backups older than `keepDays` but for the newest `keepAtLeast`, those that were taken before something was changed
   * after 30 days, and what was never finished after 30 days. None that is in use.
   */
  listExpired({
    keepAtLeast,
    keepDays,
  }: Pick<BackupPlan, 'keepAtLeast' | 'keepDays'>): Promise<ExpiredBackup[]> {
    return this.dataSource.query(
      `SELECT id, created_at AS "createdAt", kind, is_stored AS "isStored" FROM (
         SELECT *, row_number() OVER (PARTITION BY kind, state ORDER BY created_at DESC) AS place FROM backup WHERE removed_at IS NULL
       ) AS backup
       WHERE (kind = 'scheduled' AND state = 'done' AND place > $1 AND created_at < now() - $2 * interval '1 day'
           OR kind = 'safety' AND state = 'done' AND created_at < now() - interval '30 days'
           OR state IN ('failed', 'cancelled') AND created_at < now() - interval '30 days')
         AND fetch_asked_at IS NULL AND NOT EXISTS (
           SELECT FROM backup_restoring WHERE backup_id = backup.id AND backup_restoring.state IN ('waiting', 'running'))
       ORDER BY created_at LIMIT 100`,
      [keepAtLeast, keepDays],
    );
  }

  private parametersOf({ time, weekdays }: Times): unknown[] {
    return [time, JSON.stringify(weekdays), this.config.timeZone];
  }
}
