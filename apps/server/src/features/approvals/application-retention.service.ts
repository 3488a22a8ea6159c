import { Injectable } from '@nestjs/common';
import { dropApplicationFiles, limits } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting-definition.js';
import { Settings } from '../../platform/settings/settings.service.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';

const dayMs = 24 * 3_600_000;

/** Rows per statement: each statement is short, and the task can stop after it. */
const rowsAtOnce = 5_000;
const applicationsAtOnce = 100;

/** SQL: when nothing of a decided application could be downloaded any more. */
const endedAt = 'CASE status WHEN 1 THEN expires_at ELSE decided_at END';

/** How many days after its end an application keeps its list of files if nothing of it was downloaded. */
export const applicationDaysSetting = defineSetting({
  key: 'applicationDays',
  schema: z.number().int().min(1).max(36_500),
  initial: () => limits.applicationDays,
  page: { kind: 'days' },
});

/** How many days after its end an application is kept at all, what was downloaded with it included. */
export const decidedApplicationDaysSetting = defineSetting({
  key: 'decidedApplicationDays',
  schema: z.number().int().min(30).max(36_500),
  initial: () => limits.decidedApplicationDays,
  page: { kind: 'days' },
});

/**
 * Bounds the stored lists of files: an application that ended with nothing downloaded keeps only a summary with its size.
 * One that was downloaded keeps its list, which says what left the project, until the application itself goes after some years; the log
 * has its own rows of it.
 */
@Injectable()
export class ApplicationRetention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  @OnDue(dropApplicationFiles)
  async age(signal: AbortSignal): Promise<void> {
    await this.drop(signal);
    await this.remove(signal);
  }

  /** Removes applications that ended long ago, one after the other: each has thousands of rows. */
  private async remove(signal: AbortSignal): Promise<void> {
    const before = await this.daysAgo(decidedApplicationDaysSetting);
    let removed = 1;
    while (removed > 0 && !signal.aborted) {
      [, removed] = await this.dataSource.query<[unknown[], number]>(
        `DELETE FROM download_application WHERE id = (
           SELECT id FROM download_application WHERE status <> 0 AND ${endedAt} < $1 ORDER BY ${endedAt} LIMIT 1)`,
        [before],
      );
    }
  }

  private async daysAgo(setting: typeof applicationDaysSetting): Promise<Date> {
    return new Date(Date.now() - (await this.settings.getForDeletion(setting)) * dayMs);
  }

  private async drop(signal: AbortSignal): Promise<void> {
    const before = await this.daysAgo(applicationDaysSetting);
    let ended = await this.listEnded(before);
    while (ended.length > 0) {
      for (const id of ended) {
        await this.dropFiles(id, signal);
        if (signal.aborted) {
          return;
        }
      }
      ended = await this.listEnded(before);
    }
  }

  /** Those that ended before a moment and still have their lists, oldest first. */
  private async listEnded(before: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM download_application
       WHERE status <> 0 AND used_at IS NULL AND files_dropped_at IS NULL AND ${endedAt} < $1
       ORDER BY ${endedAt} LIMIT ${applicationsAtOnce}`,
      [before],
    );
    return rows.map(({ id }) => id);
  }

  /** The chosen entries that rows of lists show stay. Noted last, so that an interrupted drop is found again. */
  private async dropFiles(id: string, signal: AbortSignal): Promise<void> {
    for (const [table, kept] of [
      ['application_file', 0],
      ['application_entry', limits.approvalPathsInList],
    ] as const) {
      let dropped = rowsAtOnce;
      while (dropped === rowsAtOnce) {
        if (signal.aborted) {
          return;
        }
        const [, count] = await this.dataSource.query<[unknown[], number]>(
          `DELETE FROM ${table} WHERE application_id = $1 AND "position" IN (
             SELECT "position" FROM ${table} WHERE application_id = $1 AND "position" >= $2 LIMIT ${rowsAtOnce})`,
          [id, kept],
        );
        dropped = count;
      }
    }
    await this.dataSource.query(
      'UPDATE download_application SET files_dropped_at = now() WHERE id = $1',
      [id],
    );
  }
}
