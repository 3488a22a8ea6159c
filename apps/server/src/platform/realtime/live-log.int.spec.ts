import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LiveReplay } from '@clusterdesk/contracts';
import { Redis } from 'ioredis';
import { backends, type Backend } from '@clusterdesk/tests/server/backends.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';
import { Postgres } from '../database/postgres.js';
import type { LiveEntry, LiveLog } from './live-log.js';
import { PostgresLiveLog } from './postgres-live-log.js';
import { RedisLiveLog } from './redis-live-log.js';

const entry = (audience: string, number: number): LiveEntry => ({
  audience,
  event: 'filesChanged',
  args: JSON.stringify([number]),
});
const entries = (audience: string, count: number): LiveEntry[] =>
  Array.from({ length: count }, (_, index) => entry(audience, index + 1));

describe.each(backends)('the log of live events on %s', (_, startBackend) => {
  let backend: Backend;
  let postgres: Postgres;
  let redis: Redis | undefined;

  beforeAll(async () => {
    backend = await startBackend();
    await (await openDatabase(backend.databaseUrl)).destroy();
    postgres = new Postgres(backend);
    redis = backend.redisUrl ? new Redis(backend.redisUrl) : undefined;
  });
  afterAll(async () => {
    await redis?.quit();
    await postgres.close();
    await backend.stop();
  });

  const open = (retention = { ms: 60_000, events: 1_000 }): LiveLog =>
    redis ? new RedisLiveLog(redis, retention) : new PostgresLiveLog(postgres.pool, retention);

  const append = (log: LiveLog, list: LiveEntry[]): ReturnType<LiveLog['append']> =>
    log.append(randomUUID(), list, false);

  const numbersOf = (replay: LiveReplay | undefined): unknown[] =>
    replay?.state === 'replayed' ? replay.events.map(({ args }) => args[0]) : [replay?.state];

  it('counts each audience by itself, in the order given', async () => {
    const log = open();
    const marks = await append(log, [entry('user:a', 1), entry('user:b', 1), entry('user:a', 2)]);
    expect(marks.map(({ audience, seq }) => [audience, seq])).toEqual([
      ['user:a', 1],
      ['user:b', 1],
      ['user:a', 2],
    ]);
    const [a] = await log.positions(['user:a']);
    expect(a).toEqual({ audience: 'user:a', epoch: marks[0]?.epoch, seq: 2 });
  });

  it('gives every number once when many write at the same time, none waiting for another for ever', async () => {
    const log = open();
    const written = await Promise.all(
      Array.from({ length: 60 }, (_unused, index) =>
        // In either order: statements that lock in the order given would wait for each other.
        append(
          log,
          index % 2 === 0
            ? [entry('user:x', 0), entry('user:y', 0)]
            : [entry('user:y', 0), entry('user:x', 0)],
        ),
      ),
    );
    for (const audience of ['user:x', 'user:y']) {
      const numbers = written.flat().filter((mark) => mark.audience === audience);
      expect(numbers.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 60 }, (_unused, index) => index + 1),
      );
    }
  });

  it('gives back what followed, page by page', async () => {
    const log = open();
    const [first] = await append(log, entries('user:pages', 450));
    if (!first) {
      throw new Error('Nothing was written.');
    }
    const told: unknown[] = [1];
    for (let place = first; ;) {
      const [replay] = await log.read([place]);
      told.push(...numbersOf(replay));
      if (replay?.state !== 'replayed' || !replay.hasMore) {
        break;
      }
      place = { ...place, seq: replay.events.at(-1)?.seq ?? 0 };
    }
    expect(told).toEqual(Array.from({ length: 450 }, (_unused, index) => index + 1));
  });

  it('writes a batch once, however often it is tried', async () => {
    const log = open();
    const id = randomUUID();
    const batch = [entry('user:again', 1), entry('user:other', 1), entry('user:again', 2)];
    const marks = await log.append(id, batch, false);
    await append(log, [entry('user:again', 3)]);
    expect(await log.append(id, batch, true)).toEqual(marks);
    if (redis) {
      // On a new connection the client library itself sends again what was not answered, without saying so.
      expect(await log.append(id, batch, false)).toEqual(marks);
    }
    const fresh = await log.append(randomUUID(), [entry('user:again', 4)], true);
    expect(fresh[0]?.seq).toBe(4);
  });

  it('says that there is a gap, and where to go on, when it no longer knows what followed', async () => {
    const log = open({ ms: 60_000, events: 20 });
    const marks = await append(log, entries('user:gap', 30));
    const [first, last] = [marks[0], marks.at(-1)];
    if (!first || !last) {
      throw new Error('Nothing was written.');
    }
    await log.prune(['user:gap']);
    const gap = { audience: 'user:gap', state: 'gap', epoch: last.epoch, seq: 30 };
    expect(await log.read([first])).toEqual([gap]);
    expect(numbersOf((await log.read([{ ...last, seq: 28 }]))[0])).toEqual([29, 30]);
    // Of another life of the log; and a number that was never given.
    expect(await log.read([{ ...last, epoch: 'before' }])).toEqual([gap]);
    expect(await log.read([{ ...last, seq: 31 }])).toEqual([gap]);
    // By age: some of what is young enough is gone.
    expect(await log.read([{ audience: 'user:gap', ageMs: 30_000 }])).toEqual([gap]);
  });

  it('gives what is young enough to a client without a place', async () => {
    const log = open();
    await append(log, entries('user:young', 3));
    expect(numbersOf((await log.read([{ audience: 'user:young', ageMs: 30_000 }]))[0])).toEqual([
      1, 2, 3,
    ]);
    expect((await log.read([{ audience: 'user:young', ageMs: 600_000 }]))[0]?.state).toBe('gap');
    const [empty] = await log.read([{ audience: 'user:nobody', ageMs: 30_000 }]);
    expect(empty).toMatchObject({ state: 'replayed', seq: 0, events: [] });
  });

  it('forgets what is old', async () => {
    const log = open({ ms: 100, events: 1_000 });
    const [first] = await append(log, entries('user:old', 3));
    if (!first) {
      throw new Error('Nothing was written.');
    }
    await waitFor('the events to age', async () => {
      await log.prune([]);
      return (await log.read([first]))[0]?.state === 'gap';
    });
  });

  it('leaves a number out for what could not be written', async () => {
    const log = open();
    const [first] = await append(log, [entry('user:lost', 1)]);
    await log.skip(['user:lost']);
    await append(log, [entry('user:lost', 3)]);
    if (!first) {
      throw new Error('Nothing was written.');
    }
    expect((await log.read([first]))[0]).toMatchObject({ state: 'gap', seq: 3 });
  });
});

describe('the log of live events on PostgreSQL after a crash', () => {
  it('begins a new epoch', async () => {
    const [, start] = backends[0] ?? [];
    if (!start) {
      throw new Error('No backend.');
    }
    const backend = await start();
    await (await openDatabase(backend.databaseUrl)).destroy();
    const postgres = new Postgres(backend);
    const { pool } = postgres;
    const log = new PostgresLiveLog(pool);
    const [before] = await log.append(randomUUID(), [entry('user:crash', 1)], false);
    // What PostgreSQL does with unlogged tables when it starts after a crash.
    await pool.query('TRUNCATE live_cursor, live_event');
    const { rows } = await pool.query<{ kind: string }>(
      `SELECT relpersistence AS kind FROM pg_class WHERE relname IN ('live_cursor', 'live_event')`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['u', 'u']);
    const [replay] = before ? await log.read([before]) : [];
    expect(replay).toMatchObject({ state: 'gap', seq: 0 });
    await postgres.close();
    await backend.stop();
  });
});
