import { Injectable } from '@nestjs/common';
import { dropApplicationFiles, limits } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting-definition.js';
import { Settings } from '../../platform/settings/settings.service.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';

const dayMs = 24 * 3_600_000;

/** So many rows at once: each statement is short, and the task can stop after it. */
const rowsAtOnce = 5_000;
const applicationsAtOnce = 100;

/** SQL: when nobody could take anything of one any more, as far as it was decided. */
const endedAt = 'CASE status WHEN 1 THEN expires_at ELSE decided_at END';

/** How many days an application of which nothing was taken keeps the list of its files after its end. */
export const applicationDaysSetting = defineSetting({
  key: 'applicationDays',
  schema: z.number().int().min(1).max(36_500),
  initial: () => limits.applicationDays,
});

/**
 * Keeps the files of applications from adding up: of those of which nothing was taken until they ended a summary stays, with how much they were.
 * What was taken keeps its list, which says what left the project.
 */
@Injectable()
export class ApplicationRetention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  @OnDue(dropApplicationFiles)
  async drop(signal: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - (await this.settings.get(applicationDaysSetting)) * dayMs);
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

  /** Those that ended before a moment and have their lists; the oldest of them. */
  private async listEnded(before: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM download_application
       WHERE status <> 0 AND used_at IS NULL AND files_dropped_at IS NULL AND ${endedAt} < $1
       ORDER BY ${endedAt} LIMIT ${applicationsAtOnce}`,
      [before],
    );
    return rows.map(({ id }) => id);
  }

  /** What the row of a list shows of the chosen entries stays. Noted last: what is dropped half is found again. */
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
