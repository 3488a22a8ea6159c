import type { LiveMark, LivePosition } from '@clusterdesk/contracts';
import type { Pool } from 'pg';

/** The row of no audience: since when the counters exist, for an audience about which nothing was said yet. */
const started = '';

/** An audience that nobody wrote to or asked for in this time loses its row; its next event begins a new epoch. */
const keptDays = 7;

interface CursorRow {
  audience: string;
  epoch: string;
  seq: string;
}

/**
 * Numbers the state events of each audience, for all processes. In an unlogged table: a crash of PostgreSQL, or a standby that
 * takes over, begins new epochs, by which clients learn that they may have missed something.
 */
export class LiveCounter {
  /** `pool` stays its owner's. */
  constructor(private readonly pool: Pool) {}

  /**
   * The next number of each of these audiences, in the order given; an audience that is named more than once gets that many. A
   * call whose answer got lost leaves its numbers out.
   */
  async next(audiences: readonly string[]): Promise<LiveMark[]> {
    // In the order of their names, so that no two such statements wait for each other.
    const { rows } = await this.pool.query<CursorRow>({
      name: 'live-next',
      text: `INSERT INTO live_cursor AS c (audience, epoch, seq)
             SELECT audience, left(gen_random_uuid()::text, 8), count(*) FROM unnest($1::text[]) AS audience
             GROUP BY audience ORDER BY audience
             ON CONFLICT (audience) DO UPDATE SET seq = c.seq + excluded.seq, touched_at = excluded.touched_at
             RETURNING audience, epoch, seq`,
      values: [audiences],
    });
    const counted = new Map(rows.map((row) => [row.audience, { ...row, seq: Number(row.seq) }]));
    const marks = audiences.toReversed().flatMap((audience): LiveMark[] => {
      const row = counted.get(audience);
      return row ? [{ ...row, seq: row.seq-- }] : [];
    });
    return marks.reverse();
  }

  /** How far these audiences are; makes those that do not exist yet. */
  async positions(audiences: readonly string[]): Promise<LivePosition[]> {
    const wanted = [...new Set([started, ...audiences])].sort();
    const known = await this.find(wanted);
    if (known.length === wanted.length - 1) {
      return known;
    }
    await this.pool.query(
      `INSERT INTO live_cursor (audience, epoch, seq)
       SELECT audience, left(gen_random_uuid()::text, 8), 0 FROM unnest($1::text[]) AS audience ORDER BY audience
       ON CONFLICT DO NOTHING`,
      [wanted],
    );
    return this.find(wanted);
  }

  async prune(): Promise<void> {
    await this.pool.query(
      `DELETE FROM live_cursor WHERE touched_at < now() - make_interval(days => $1) AND audience <> $2`,
      [keptDays, started],
    );
  }

  private async find(audiences: readonly string[]): Promise<LivePosition[]> {
    const { rows } = await this.pool.query<CursorRow & { quietMs: number }>(
      `SELECT c.audience, c.epoch, c.seq,
              1000 * extract(epoch FROM clock_timestamp()
                - CASE WHEN c.seq = 0 THEN s.touched_at ELSE c.touched_at END)::float8 AS "quietMs"
       FROM live_cursor c JOIN live_cursor s ON s.audience = $2
       WHERE c.audience = ANY ($1) AND c.audience <> $2`,
      [audiences, started],
    );
    return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
  }
}
