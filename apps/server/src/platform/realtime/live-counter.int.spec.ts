import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';
import { createTestDatabase, type TestDatabase } from '@clusterdesk/tests/server/test-database.js';
import { Postgres } from '../database/postgres.js';
import { LiveCounter } from './live-counter.js';

let database: TestDatabase;
let postgres: Postgres;
let counter: LiveCounter;

beforeAll(async () => {
  database = await createTestDatabase();
  await (await openDatabase(database.url)).destroy();
  postgres = new Postgres({ databaseUrl: database.url });
  counter = new LiveCounter(postgres.pool);
});
afterAll(async () => {
  await postgres.close();
  await database.drop();
});

it('counts each audience by itself, in the order given', async () => {
  const marks = await counter.next(['user:a', 'user:b', 'user:a']);
  expect(marks.map(({ audience, seq }) => [audience, seq])).toEqual([
    ['user:a', 1],
    ['user:b', 1],
    ['user:a', 2],
  ]);
  const [a] = await counter.positions(['user:a']);
  expect(a).toMatchObject({ audience: 'user:a', epoch: marks[0]?.epoch, seq: 2 });
});

it('gives every number once when many count at the same time, none waiting for another for ever', async () => {
  const counted = await Promise.all(
    Array.from({ length: 60 }, (_unused, index) =>
      // In either order: statements that lock in the order given would wait for each other.
      counter.next(index % 2 === 0 ? ['user:x', 'user:y'] : ['user:y', 'user:x']),
    ),
  );
  for (const audience of ['user:x', 'user:y']) {
    const numbers = counted.flat().filter((mark) => mark.audience === audience);
    expect(numbers.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_unused, index) => index + 1),
    );
  }
});

it('says how long an audience has been quiet, also of one about which nothing was ever said', async () => {
  await counter.next(['user:old']);
  await postgres.pool.query(
    `UPDATE live_cursor SET touched_at = now() - interval '1 hour' WHERE audience = 'user:old'`,
  );
  await postgres.pool.query(
    `UPDATE live_cursor SET touched_at = now() - interval '2 hours' WHERE audience = ''`,
  );
  const quiet = new Map(
    (await counter.positions(['user:old', 'user:never'])).map(({ audience, quietMs }) => [
      audience,
      Math.round(quietMs / 600_000),
    ]),
  );
  expect(quiet).toEqual(
    new Map([
      ['user:old', 6],
      ['user:never', 12],
    ]),
  );
});

it('forgets audiences after a week of silence, and counts them anew', async () => {
  const [before] = await counter.next(['user:left']);
  await postgres.pool.query(`UPDATE live_cursor SET touched_at = now() - interval '8 days'`);
  await counter.prune();
  const [after] = await counter.positions(['user:left']);
  expect(after).toMatchObject({ seq: 0 });
  expect(after?.epoch).not.toBe(before?.epoch);
});

it('begins a new epoch after a crash of PostgreSQL, and does not know what was said before', async () => {
  const [before] = await counter.next(['user:crash']);
  const { rows } = await postgres.pool.query<{ kind: string }>(
    `SELECT relpersistence AS kind FROM pg_class WHERE relname = 'live_cursor'`,
  );
  expect(rows).toEqual([{ kind: 'u' }]);
  // What PostgreSQL does with unlogged tables when it starts after a crash.
  await postgres.pool.query('TRUNCATE live_cursor');
  const [after] = await counter.positions(['user:crash']);
  expect(after?.epoch).not.toBe(before?.epoch);
  expect(after?.quietMs).toBeLessThan(60_000);
});
