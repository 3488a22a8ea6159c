import { Migration, type QueryRunner } from './migration.js';

/** What uploads reserve of a quota, how far a checked chunk may have come, and the chunks of the documented form. */
export class ReserveUploads2026112100400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE upload
        ADD COLUMN base_dir text,
        ADD COLUMN quota_account text,
        ADD COLUMN quota_bytes bigint,
        ADD COLUMN unchecked_from bigint,
        ADD COLUMN chunk_key text,
        ADD COLUMN chunk_bytes bigint,
        ADD COLUMN received_chunks integer[],
        ADD COLUMN placed_at timestamptz`);
    // Which of the folders had to exist was not noted before; the root always does.
    await runner.query(`UPDATE upload SET base_dir = '/', quota_bytes = 0, received_chunks = '{}'`);
    await runner.query(`
      ALTER TABLE upload
        ALTER COLUMN base_dir SET NOT NULL,
        ALTER COLUMN quota_bytes SET NOT NULL,
        ALTER COLUMN received_chunks SET NOT NULL`);
    await runner.query(`
      CREATE INDEX upload_quota_index ON upload (quota_account)
      WHERE placed_path IS NULL AND quota_account IS NOT NULL`);
    await runner.query(`
      CREATE UNIQUE INDEX upload_chunk_unique ON upload (user_id, chunk_key)
      WHERE chunk_key IS NOT NULL`);
  }
}
