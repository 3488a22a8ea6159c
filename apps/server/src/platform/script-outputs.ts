import type { OnApplicationShutdown } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import type { DataSource } from 'typeorm';
import { KeyedThrottle } from './keyed-throttle.js';
import { join, newsOf, type OutputNews, type Untold } from './output-news.js';
import { characterAt, fromWholeLine } from './output-text.js';

/** Output of a script from a byte offset on. */
export interface OutputPiece {
  offset: number;
  data: Uint8Array;
}

/** Where the output of one kind of script is stored. */
interface OutputTables {
  /** Its table; the output ends at its `output_bytes`. */
  scripts: string;
  /** The table of the pieces, which follow each other without gap or overlap, each at its `start_byte`. */
  pieces: string;
  /** The column of `pieces` that names the script. */
  key: string;
}

/** Which scripts output is taken from. */
interface OutputRule {
  /** SQL about the row `run`, with parameters from $4 on. */
  isCurrent: string;
  parameters: readonly unknown[];
  /** What else changes in the row when its output grows, as SQL. */
  changes?: string;
  /** Whose output it is, where a script is run more than once. */
  attempt?: number;
  /** SQL about the row `run`: whether events may carry its output; they may not unless it is given. */
  isTold?: string;
}

/** The stored output of scripts that agents run (decision: a job's output is rows in PostgreSQL). */
export abstract class ScriptOutputs implements OnApplicationShutdown {
  /** Tells pages what is new of the output of a script; of much, only where it ends: they read it by a call, each at the speed of its browser. */
  private readonly news: KeyedThrottle<Untold>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly tables: OutputTables,
    tellEveryMs: number,
    tell: (news: OutputNews, id: string) => void,
  ) {
    this.news = new KeyedThrottle(tellEveryMs, (untold, id) => tell(newsOf(untold), id), {}, join);
  }

  onApplicationShutdown(): void {
    this.news.close();
  }

  /**
   * Stores a piece where the stored output ends, or what is new of it, in one statement: a talkative script waits for this answer
   * between its pieces. @returns where the stored output ends now; null when the rule excludes the script.
   */
  protected async store(
    id: string,
    { offset, data }: OutputPiece,
    { isCurrent, parameters, changes = '', attempt = 0, isTold = 'false' }: OutputRule,
  ): Promise<number | null> {
    const { scripts, pieces, key } = this.tables;
    const bytes = Buffer.from(data);
    const [row] = await this.dataSource.query<
      { have: string; nextOffset: string; isStored: boolean; isTold: boolean | null }[]
    >(
      `WITH current AS (
         SELECT id, output_bytes AS have FROM ${scripts} AS run WHERE id = $1 AND ${isCurrent} FOR UPDATE
       ), grown AS (
         UPDATE ${scripts} AS run SET output_bytes = $2::bigint + length($3::bytea) ${changes}
         FROM current
         WHERE run.id = current.id AND $2::bigint <= current.have AND $2::bigint + length($3::bytea) > current.have
         RETURNING run.id, current.have, run.output_bytes, ${isTold} AS is_told
       ), piece AS (
         INSERT INTO ${pieces} (${key}, start_byte, data)
         SELECT id, have, substring($3::bytea FROM (have - $2::bigint + 1)::int) FROM grown
       )
       SELECT coalesce(grown.output_bytes, current.have) AS "nextOffset", current.have, grown.id IS NOT NULL AS "isStored",
         grown.is_told AS "isTold"
       FROM current LEFT JOIN grown ON grown.id = current.id`,
      [id, offset, bytes, ...parameters],
    );
    if (!row) {
      return null;
    }
    const nextOffset = Number(row.nextOffset);
    if (row.isStored) {
      const have = Number(row.have);
      const isTold = row.isTold === true && nextOffset - have <= limits.jobOutputEventBytes;
      const time = Date.now();
      const fresh = isTold ? bytes.subarray(have - offset) : null;
      this.news.pass(id, { attempt, offset: have, nextOffset, data: fresh, time });
    }
    return nextOffset;
  }

  /**
   * Output from a byte offset on, at most `maxBytes` unless one stored piece is larger. It begins with a whole character, so a
   * little after an offset within one.
   */
  async read(
    id: string,
    offset: number,
    maxBytes: number,
  ): Promise<{ offset: number; data: Buffer }> {
    const { pieces, key } = this.tables;
    const rows = await this.dataSource.query<{ startByte: string; data: Buffer }[]>(
      `SELECT start_byte AS "startByte", data FROM ${pieces}
       WHERE ${key} = $1 AND start_byte < $2::bigint + $3::bigint
         AND start_byte >= coalesce((
           SELECT max(start_byte) FROM ${pieces} WHERE ${key} = $1 AND start_byte <= $2::bigint
         ), 0)
       ORDER BY start_byte`,
      [id, offset, maxBytes],
    );
    const data = Buffer.concat(rows.map((row) => row.data));
    const start = rows[0] ? Number(rows[0].startByte) : offset;
    const place = characterAt(data, offset - start);
    return { offset: start + place, data: data.subarray(place) };
  }
  /** The output that ends at an offset, at most `maxBytes` of it, from the first line that begins in it. */
  async readBefore(
    id: string,
    end: number,
    maxBytes: number,
  ): Promise<{ offset: number; data: Buffer }> {
    const begin = Math.max(0, end - maxBytes);
    const { offset, data } = await this.read(id, begin, end - begin);
    return fromWholeLine({ offset, data: data.subarray(0, Math.max(0, end - offset)) });
  }
}
