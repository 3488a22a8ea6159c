import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import type { QueryRunner } from 'typeorm';
import { NodeRepository } from '../node.repository.js';
import { NodePresence } from './node-presence.service.js';

const idOf = (digit: number): string => `00000000-0000-4000-8000-00000000000${String(digit)}`;
let server: TestServer;
let holder: QueryRunner | undefined;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await holder?.rollbackTransaction();
  await holder?.release();
  holder = undefined;
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
    await presence.markSeen([1, 2, 3].map(idOf));
    expect(await online()).toEqual([1, 2, 3].map(idOf));
    const seen = () =>
      server.query('SELECT 1 FROM node WHERE last_seen_at > $1', [new Date(Date.now() - 30_000)]);
    expect(await seen()).toHaveLength(2);
    // It is marked with the next that is heard from.
    await holder?.query('ROLLBACK; BEGIN');
    await presence.markSeen([]);
    expect(await seen()).toHaveLength(3);
  });

  it('lets those who mark and those who hear never wait for each other in a circle', async () => {
    await addSilentNodes([1, 2, 3], 2);
    const presence = server.get(NodePresence);
    const warn = jest.spyOn(presence['logger'], 'warn');
    const looked = presence.look();
    await presence.markSeen([1, 3].map(idOf));
    await looked;
    expect(warn).not.toHaveBeenCalled();
    // Whose row was being marked as silent at that moment is marked with the next that is heard from.
    await presence.markSeen([]);
    expect(await online()).toEqual(expect.arrayContaining([idOf(1), idOf(3)]));
  });
});

describe('connections that end', () => {
  it('are noted together when many end at once, and those that took their place stay', async () => {
    const nodeIds = (
      await server.query(
        `INSERT INTO node (kind, name, connection_id) SELECT 'compute', 'host-' || number, 'old-' || number
         FROM generate_series(1, 300) AS number ORDER BY number RETURNING id`,
      )
    ).map((row) => String(row['id']));
    await server.query(
      `INSERT INTO agent_session (node_id, connection_id, key) SELECT id, connection_id, '\\x00' FROM node`,
    );
    await server.query(`UPDATE node SET connection_id = 'new' WHERE id = $1`, [nodeIds[0]]);
    await server.query(`UPDATE agent_session SET connection_id = 'new' WHERE node_id = $1`, [
      nodeIds[0],
    ]);
    const leave = jest.spyOn(server.get(NodeRepository), 'leave');
    nodeIds.forEach((nodeId, index) =>
      server.get(NodePresence).leave(nodeId, `old-${String(index + 1)}`),
    );
    await waitFor('the notes', async () => {
      const [row] = await server.query(
        `SELECT (SELECT count(*) FROM agent_session)::int AS sessions, count(*)::int AS nodes FROM node
         WHERE connection_id IS NOT NULL`,
      );
      return row?.['sessions'] === 1 && row['nodes'] === 1;
    });
    expect(leave.mock.calls.length).toBeLessThanOrEqual(2);
  });
});
