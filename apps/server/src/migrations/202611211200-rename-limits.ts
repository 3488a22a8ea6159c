import { Migration, type QueryRunner } from './migration.js';

/**
 * BullMQ has a table `rate_limit` too, and shares our connections and with them the search path: ours takes another name. What
 * is counted lasts minutes.
 */
export class RenameLimits2026112112000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rate_limit RENAME TO attempt_limit');
    await runner.query(
      'ALTER TABLE attempt_limit RENAME CONSTRAINT rate_limit_pk TO attempt_limit_pk',
    );
  }
}
