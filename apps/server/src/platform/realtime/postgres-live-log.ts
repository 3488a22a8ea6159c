import {
  liveRetention,
  type LiveMark,
  type LiveReplay,
  type LiveResumeFrom,
} from '@clusterdesk/contracts';
import type { Pool, PoolClient } from 'pg';
import {
  cursorKeptMs,
  replayPageSize,
  toReplay,
  type LiveEntry,
  type LiveLog,
  type LiveRows,
} from './live-log.js';

/**
 * One statement, so one round trip: it locks the audiences' rows in the order of their names (no two such statements wait
 * for each other), counts them on, and writes the events. The lock is held until the commit, hence the order of the numbers
 * is the order of the commits.
 */
const appendSql = `
  WITH given AS MATERIALIZED (
    SELECT audience, event, args, n,
           row_number() OVER (PARTITION BY audience ORDER BY n) AS place,
           count(*) OVER (PARTITION BY audience) AS total
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS g (audience, event, args, n)
  ), cursor AS (
    INSERT INTO live_cursor AS c (audience, epoch, seq)
    SELECT audience, left(gen_random_uuid()::text, 8), count(*) FROM given GROUP BY audience ORDER BY audience
    ON CONFLICT (audience) DO UPDATE SET seq = c.seq + excluded.seq, touched_at = excluded.touched_at
    RETURNING audience, epoch, seq
  ), numbered AS MATERIALIZED (
    SELECT g.*, c.epoch, c.seq - g.total + g.place AS seq FROM given g JOIN cursor c USING (audience)
  ), written AS (
    INSERT INTO live_event (audience, seq, event, args, batch, created_at)
    SELECT audience, seq, event, args, $4, clock_timestamp() FROM numbered
  )
  SELECT audience, epoch, seq FROM numbered ORDER BY n`;

const readSql = `
  SELECT f.n, c.audience, c.epoch, c.seq AS top, e.seq, e.event, e.args
  FROM unnest($1::text[], $2::bigint[], $3::float8[]) WITH ORDINALITY AS f (audience, seq, age_ms, n)
  JOIN live_cursor c ON c.audience = f.audience
  LEFT JOIN LATERAL (
    SELECT * FROM live_event l
    WHERE l.audience = f.audience
      AND (l.seq > f.seq OR l.created_at > now() - f.age_ms * interval '1 millisecond')
    ORDER BY l.seq LIMIT ${replayPageSize}
  ) e ON true
  ORDER BY f.n, e.seq`;

interface CursorRow {
  audience: string;
  epoch: string;
  seq: string;
}
interface ReadRow {
  n: string;
  audience: string;
  epoch: string;
  top: string;
  seq: string | null;
  event: string;
  args: string;
}

const toMark = ({ audience, epoch, seq }: CursorRow): LiveMark => ({
  audience,
  epoch,
  seq: Number(seq),
});

/** The log in two unlogged tables. */
export class PostgresLiveLog implements LiveLog {
  /** `pool` stays its owner's. */
  constructor(
    private readonly pool: Pool,
    private readonly retention: { ms: number; events: number } = liveRetention,
  ) {}

  async append(
    batchId: string,
    entries: readonly LiveEntry[],
    isRetry: boolean,
  ): Promise<LiveMark[]> {
    return isRetry ? this.appendAgain(batchId, entries) : write(this.pool, batchId, entries);
  }

  async positions(audiences: readonly string[]): Promise<LiveMark[]> {
    const wanted = [...new Set(audiences)].sort();
    const known = await this.findCursors(wanted);
    if (known.length === wanted.length) {
      return known;
    }
    await this.pool.query(
      `INSERT INTO live_cursor (audience, epoch, seq)
       SELECT audience, left(gen_random_uuid()::text, 8), 0 FROM unnest($1::text[]) AS audience ORDER BY audience
       ON CONFLICT DO NOTHING`,
      [wanted],
    );
    return this.findCursors(wanted);
  }

  async read(from: readonly LiveResumeFrom[]): Promise<LiveReplay[]> {
    // Also makes those that are gone: a client whose audience was forgotten is told the new epoch.
    await this.positions(from.map(({ audience }) => audience));
    const { rows } = await this.pool.query<ReadRow>(readSql, [
      from.map(({ audience }) => audience),
      from.map((one) => ('seq' in one ? one.seq : null)),
      from.map((one) => ('ageMs' in one ? Math.min(one.ageMs, this.retention.ms) : null)),
    ]);
    const found = new Map<number, LiveRows>();
    for (const row of rows) {
      const { audience, epoch, top } = row;
      const place = Number(row.n) - 1;
      const known = found.get(place) ?? { audience, epoch, top: Number(top), events: [] };
      found.set(place, known);
      if (row.seq !== null) {
        known.events.push({ seq: Number(row.seq), event: row.event, args: row.args });
      }
    }
    return from.flatMap((one, place) => {
      const rowsOfOne = found.get(place);
      return rowsOfOne ? [toReplay(one, rowsOfOne, this.retention)] : [];
    });
  }

  async skip(audiences: readonly string[]): Promise<void> {
    await this.pool.query(
      `INSERT INTO live_cursor AS c (audience, epoch, seq)
       SELECT audience, left(gen_random_uuid()::text, 8), 1 FROM unnest($1::text[]) AS audience ORDER BY audience
       ON CONFLICT (audience) DO UPDATE SET seq = c.seq + 1, touched_at = excluded.touched_at`,
      [[...new Set(audiences)]],
    );
  }

  async prune(audiences: readonly string[]): Promise<void> {
    await this.pool.query(
      `DELETE FROM live_event WHERE created_at < now() - $1::float8 * interval '1 millisecond'`,
      [this.retention.ms],
    );
    await this.pool.query(
      `DELETE FROM live_event e USING live_cursor c
       WHERE c.audience = ANY ($1) AND e.audience = c.audience AND e.seq <= c.seq - $2`,
      [audiences, this.retention.events],
    );
    await this.pool.query(
      `DELETE FROM live_cursor WHERE touched_at < now() - $1::float8 * interval '1 millisecond'`,
      [cursorKeptMs],
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async findCursors(audiences: readonly string[]): Promise<LiveMark[]> {
    const { rows } = await this.pool.query<CursorRow>(
      'SELECT audience, epoch, seq FROM live_cursor WHERE audience = ANY ($1)',
      [audiences],
    );
    return rows.map(toMark);
  }

  /** A try before may still wait for the rows' locks: looked for behind the same locks, it is found or can no longer come. */
  private async appendAgain(batchId: string, entries: readonly LiveEntry[]): Promise<LiveMark[]> {
    const audiences = [...new Set(entries.map(({ audience }) => audience))].sort();
    await this.positions(audiences);
    return inTransaction(this.pool, async (client) => {
      await client.query(
        'SELECT 1 FROM live_cursor WHERE audience = ANY ($1) ORDER BY audience FOR UPDATE',
        [audiences],
      );
      const { rows } = await client.query<CursorRow>(
        `SELECT e.audience, c.epoch, e.seq FROM live_event e JOIN live_cursor c USING (audience)
         WHERE e.audience = ANY ($1) AND e.batch = $2 ORDER BY e.seq`,
        [audiences, batchId],
      );
      // The batch was one statement: all of it is there, or nothing.
      return rows.length > 0
        ? inOrderOf(entries, rows.map(toMark))
        : write(client, batchId, entries);
    });
  }
}

async function write(
  client: Pick<Pool | PoolClient, 'query'>,
  batchId: string,
  entries: readonly LiveEntry[],
): Promise<LiveMark[]> {
  const { rows } = await client.query<CursorRow>({
    name: 'live-append',
    text: appendSql,
    values: [
      entries.map(({ audience }) => audience),
      entries.map(({ event }) => event),
      entries.map(({ args }) => args),
      batchId,
    ],
  });
  return rows.map(toMark);
}

/** Marks come by audience in order; gives them back in the order of the entries. */
function inOrderOf(entries: readonly LiveEntry[], marks: readonly LiveMark[]): LiveMark[] {
  const byAudience = new Map<string, LiveMark[]>();
  for (const mark of marks) {
    const known = byAudience.get(mark.audience);
    if (known) {
      known.push(mark);
    } else {
      byAudience.set(mark.audience, [mark]);
    }
  }
  return entries.flatMap(({ audience }) => byAudience.get(audience)?.shift() ?? []);
}

/** A failed connection is closed, and what was open on it ends with it. */
async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
