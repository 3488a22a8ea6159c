import { Migration, type QueryRunner } from './migration.js';

/**
 * The chunks of an upload are one bit each: an array of numbers was written anew for each of up to 20,000 chunks. Uploads under way
 * are found by when they began, whatever the number of those that are over.
 */
export class CountChunksInBits2026112611500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload ADD chunk_bits bytea');
    await runner.query(`
      UPDATE upload SET chunk_bits = (
        SELECT string_agg(set_byte('\\x00'::bytea, 0, coalesce(
                 (SELECT sum(1 << ((chunk - 1) % 8))::int FROM unnest(received_chunks) AS chunk WHERE (chunk - 1) / 8 = byte), 0)),
                 ''::bytea ORDER BY byte)
        FROM generate_series(0, (greatest(ceil(size_bytes::numeric / chunk_bytes), 1)::int - 1) / 8) AS byte)
      WHERE chunk_key IS NOT NULL`);
    await runner.query('ALTER TABLE upload DROP received_chunks');
    await runner.query(
      'CREATE INDEX upload_unplaced_index ON upload (created_at) WHERE placed_path IS NULL',
    );
  }
}
