import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Advance } from '../files/files-backup.service.js';
import { quoted, quotedColumns, type Table } from './catalogue.js';

/** Rows are many and alike: the fastest level already makes a fifth of them. */
const gzipLevel = 1;
const lineEnd = 0x0a;

/** Rows of a table in PostgreSQL's text format for COPY, one a line; other versions of PostgreSQL read it as well. */
export function readRows(client: ClientBase, { name, columns }: Omit<Table, 'hasDays'>): Readable {
  // A query, for a table of days cannot be copied out by its name before PostgreSQL 19.
  return client.query(
    copyTo(`COPY (SELECT ${quotedColumns(columns)} FROM ${quoted(name)}) TO STDOUT`),
  );
}

/** Takes rows into a table. @returns how many it took */
export async function takeRows(
  client: ClientBase,
  { name, columns }: Omit<Table, 'hasDays'>,
  rows: readonly (Readable | Transform)[],
  advance: Advance,
  signal: AbortSignal,
): Promise<number> {
  const taking = client.query(
    copyFrom(`COPY ${quoted(name)} (${quotedColumns(columns)}) FROM STDIN`),
  );
  const counter = new LineCounter(advance);
  await pipeline([...rows, counter, taking], { signal });
  return taking.rowCount;
}

/** Writes rows into a new file, compressed and flushed; memory is a few buffers, however many there are. */
export async function writeRows(
  rows: Readable,
  path: string,
  advance: Advance,
  signal: AbortSignal,
): Promise<{ rows: number; bytes: number; sha256: string }> {
  const lines = new LineCounter(advance);
  const seal = new Seal();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(rows, lines, createGzip({ level: gzipLevel }), seal, file, { signal });
  return { rows: lines.count, bytes: seal.bytes, sha256: seal.sha256 };
}

/** A line is a row: line ends within values are escaped. */
class LineCounter extends Transform {
  count = 0;

  constructor(private readonly advance: Advance) {
    super();
  }

  override _transform(piece: Buffer, _: string, done: (error: null, piece: Buffer) => void): void {
    for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) {
      this.count += 1;
    }
    this.advance(piece.length);
    done(null, piece);
  }
}

/** What passes is counted and hashed. */
class Seal extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');

  get sha256(): string {
    return this.hash.digest('hex');
  }

  override _transform(piece: Buffer, _: string, done: (error: null, piece: Buffer) => void): void {
    this.bytes += piece.length;
    this.hash.update(piece);
    done(null, piece);
  }
}
