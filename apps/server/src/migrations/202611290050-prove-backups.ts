import { Migration, type QueryRunner } from './migration.js';

/**
 * What a drill found, beside the backup that it proved. Rows about backups refer to no user any longer: they stay when all users are
 * replaced by those of a backup, and the worker that restores writes into them meanwhile.
 */
export class ProveBackups2026112900500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE backup ADD COLUMN prove_asked_at timestamptz, ADD COLUMN proved_at timestamptz, ADD COLUMN proof jsonb,
        DROP CONSTRAINT backup_user_fk`);
    await runner.query('ALTER TABLE backup_restoring DROP CONSTRAINT backup_restoring_user_fk');
    await runner.query(
      'CREATE INDEX backup_prove_index ON backup (prove_asked_at) WHERE prove_asked_at IS NOT NULL',
    );
  }
}
