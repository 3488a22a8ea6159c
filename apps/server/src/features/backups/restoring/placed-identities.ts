import type { QueryRunner } from 'typeorm';
import type { PlacedEntry } from '../files/files-placing.service.js';

/**
 * Where rows say by its identity (`device:inode[:birth]`) which file or folder they mean. A restored file is another one for the
 * filesystem, so these are rewritten; a spec finds columns that are missing here.
 */
export const identityColumns = [
  // What an approval pins: with size and time it says which bytes may leave. Always with the birth (`pinHandle`).
  { table: 'application_file', column: 'identity', isShort: false },
  // Who made a file. Without the birth where the filesystem does not know it (`formatIdentity`).
  { table: 'script_job_file', column: 'identity', isShort: true },
] as const;

/** No file has it: what was not in the backup is nobody's any longer, and does not become that of another file. */
const nobody = '0:0:0';

/** Which file is which by now, in a table of the connection's own. */
export class PlacedIdentities {
  constructor(private readonly client: QueryRunner) {}

  async open(): Promise<void> {
    await this.drop();
    await this.client.query(
      'CREATE TEMPORARY TABLE placed_identity (was text PRIMARY KEY, now text NOT NULL)',
    );
  }

  async add(placed: readonly PlacedEntry[]): Promise<void> {
    // Of two names of one file the first counts: they are two files by now.
    await this.client.query(
      `INSERT INTO placed_identity SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
      [placed.map(({ was }) => was.replace(device, '')), placed.map(({ now }) => now)],
    );
  }

  /** Rewrites what the rows say, in the transaction under way. */
  async rewrite(): Promise<void> {
    await this.client.query('ANALYZE placed_identity');
    for (const { table, column, isShort } of identityColumns) {
      const now = isShort ? `regexp_replace(placed.now, '^(\\d+:\\d+):0$', '\\1')` : 'placed.now';
      await this.client.query(
        `UPDATE ${table} SET ${column} = coalesce(${now}, '${nobody}')
         FROM ${table} AS known LEFT JOIN placed_identity AS placed ON placed.was = ${whole(`known.${column}`)}
         WHERE known.ctid = ${table}.ctid`,
      );
    }
    // What was about to happen to entries: the next sweep looks where they are.
    await this.client.query(
      `UPDATE space_operation SET due_at = now(), steps = (
         SELECT coalesce(jsonb_agg(
           CASE WHEN step ? 'identity' THEN step || jsonb_build_object('identity', coalesce(placed.now, '${nobody}')) ELSE step END
           ORDER BY place), '[]')
         FROM jsonb_array_elements(steps) WITH ORDINALITY AS listed (step, place)
           LEFT JOIN placed_identity AS placed ON placed.was = ${whole(`step ->> 'identity'`)})`,
    );
  }

  async drop(): Promise<void> {
    await this.client.query('DROP TABLE IF EXISTS pg_temp.placed_identity');
  }
}

const device = /^\d+:/;

/** As the list of a backup has it, with a birth of 0 where none is known, and without the device: earlier versions wrote its number down. */
const whole = (identity: string): string =>
  `regexp_replace(CASE WHEN ${identity} ~ '^\\d+:\\d+$' THEN ${identity} || ':0' ELSE ${identity} END, '^\\d+:', '')`;
