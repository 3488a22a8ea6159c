import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/test-server.js';
import type { QueryRunner } from 'typeorm';
import { NodePresence } from './node-presence.service.js';

// A real database, on machines that may be busy.
jest.setTimeout(30_000);

const idOf = (digit: number): string => `00000000-0000-4000-8000-00000000000${String(digit)}`;
let server: TestServer;
let holder: QueryRunner;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await holder.rollbackTransaction();
  await holder.release();
  await server.query('DELETE FROM node');
});

/** Silent nodes, the last id first in their table, and somebody who holds the row of one of them. */
async function addSilentNodes(digits: readonly number[], held: number): Promise<void> {
  await server.query(
    `INSERT INTO node (id, kind, name, last_seen_at)
     SELECT id, 'compute', id::text, now() - interval '1 minute' FROM unnest($1::uuid[]) AS id`,
    [digits.toSorted((one, other) => other - one).map(idOf)],
  );
  holder = server.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT 1 FROM node WHERE id = $1 FOR UPDATE', [idOf(held)]);
}
const online = async () =>
  (await server.query('SELECT id FROM node WHERE is_online ORDER BY id')).map((row) => row['id']);

describe('a node whose row somebody holds', () => {
  it('keeps no other node from being marked as silent, or as heard from', async () => {
    await addSilentNodes([1, 2, 3], 2);
    const presence = server.get(NodePresence);
    await presence.look();
    expect(await online()).toEqual([idOf(2)]);
    await presence.hear([1, 2, 3].map(idOf));
    expect(await online()).toEqual([1, 2, 3].map(idOf));
    const seen = () =>
      server.query('SELECT 1 FROM node WHERE last_seen_at > $1', [new Date(Date.now() - 30_000)]);
    expect(await seen()).toHaveLength(2);
    // It is marked with the next that is heard from.
    await holder.query('ROLLBACK; BEGIN');
    await presence.hear([]);
    expect(await seen()).toHaveLength(3);
  });

  it('lets those who mark and those who hear never wait for each other in a circle', async () => {
    await addSilentNodes([1, 2, 3], 2);
    const presence = server.get(NodePresence);
    const warn = jest.spyOn(presence['logger'], 'warn');
    const looked = presence.look();
    await presence.hear([1, 3].map(idOf));
    await looked;
    expect(warn).not.toHaveBeenCalled();
    expect(await online()).toEqual(expect.arrayContaining([idOf(1), idOf(3)]));
  });
});
