import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * BullMQ has a table `rate_limit` too, and shares our connections and with them the search path: ours takes another name. What
 * is counted lasts minutes.
 */
export class RenameLimits2026112112000 implements MigrationInterface {
  name = 'RenameLimits2026112112000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rate_limit RENAME TO attempt_limit');
    await runner.query(
      'ALTER TABLE attempt_limit RENAME CONSTRAINT rate_limit_pk TO attempt_limit_pk',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE attempt_limit RENAME CONSTRAINT attempt_limit_pk TO rate_limit_pk',
    );
    await runner.query('ALTER TABLE attempt_limit RENAME TO rate_limit');
  }
}
