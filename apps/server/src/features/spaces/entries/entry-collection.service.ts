import { Injectable } from '@nestjs/common';
import { collectEntries } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';

/** Rows per statement: some tens of milliseconds, with the rows that refer to them. */
const atOnce = 5_000;

/** Forgets permanently deleted entries in slices: one of them may have a million below it. */
@Injectable()
export class EntryCollection {
  /** Whether there is anything to forget, as SQL. */
  readonly neededCondition =
    'EXISTS (SELECT FROM space_entry WHERE parent_id IS NULL AND space IS NULL)';

  constructor(private readonly dataSource: DataSource) {}

  @OnDue(collectEntries)
  async collect(signal: AbortSignal): Promise<void> {
    let changed = 1;
    while (changed > 0 && !signal.aborted) {
      // A detached row without children is deleted in the same turn, so that few rows wait.
      changed = (await this.change(takeOff)) + (await this.change(drop));
    }
  }

  private async change(sql: string): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(sql, [atOnce]);
    return count;
  }
}

const gone = 'above.parent_id IS NULL AND above.space IS NULL';
const takeOff = `UPDATE space_entry SET parent_id = NULL WHERE id IN (
  SELECT below.id FROM space_entry AS above JOIN space_entry AS below ON below.parent_id = above.id
  WHERE ${gone} LIMIT $1)`;
const drop = `DELETE FROM space_entry WHERE id IN (
  SELECT above.id FROM space_entry AS above
  WHERE ${gone} AND NOT EXISTS (SELECT FROM space_entry AS below WHERE below.parent_id = above.id) LIMIT $1)`;
