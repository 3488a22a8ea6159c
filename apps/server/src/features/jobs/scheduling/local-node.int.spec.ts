import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { loadConfig } from '../../../config/config.js';
import { EnrolmentService } from '../../cluster/agents/enrolment.service.js';
import { LocalNodeService } from './local-node.service.js';

const token = 'enrolment-token-of-the-local-node-0000';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ LOCAL_NODE_TOKEN: token, LOCAL_NODE_NAME: 'host-11' });
});
afterAll(() => server.stop());

/** What a server does at its start on a host of that name. */
const startOn = (name: string): Promise<void> =>
  new LocalNodeService(
    server.dataSource,
    server.app.get(EnrolmentService),
    loadConfig({
      DATABASE_URL: server.config.databaseUrl,
      LOCAL_NODE_TOKEN: token,
      LOCAL_NODE_NAME: name,
    }),
  ).register();
const names = async (): Promise<string[]> => {
  const rows: { name: string }[] = await server.dataSource.query(
    'SELECT name FROM node ORDER BY name',
  );
  return rows.map(({ name }) => name);
};

it('is one node in whatever form its host’s name is written', async () => {
  await startOn('ｈｏｓｔ-１１');
  expect(await names()).toEqual(['host-11']);
  await startOn('Host-11');
  expect(await names()).toEqual(['Host-11']);
  await startOn('host-11');
  expect(await names()).toEqual(['host-11']);
});

it('comes into a queue once, which from then on is as administrators leave it', async () => {
  const queues = (): Promise<{ name: string; cpus: number | null }[]> =>
    server.dataSource.query(
      `SELECT queue_name AS name, is_open_to_everyone AS open, cpus FROM compute_queue
       LEFT JOIN compute_queue_node ON queue_id = id`,
    );
  expect(await queues()).toMatchObject([{ name: 'local', open: true }]);
  await server.dataSource.query(
    `UPDATE compute_queue SET queue_name = 'ours', is_open_to_everyone = false`,
  );
  await server.dataSource.query('DELETE FROM compute_queue_node');
  await startOn('host-11');
  expect(await queues()).toEqual([{ name: 'ours', open: false, cpus: null }]);
  await server.dataSource.query('DELETE FROM compute_queue');
  await startOn('host-11');
  expect(await queues()).toEqual([]);
});

it.each(['host-1l', 'hоst-11', 'h0st-11', 'host-1I'])(
  'is not taken for another one’s: %s',
  async (name) => {
    await expect(startOn(name)).rejects.toThrow(`Another node has a name that looks like ${name}`);
    expect(await names()).toEqual(['host-11']);
  },
);

it.each(['ｎｏｄｅ', 'node\u202e1', 'node\u200b'])(
  'and so is what an administrator puts into the database: %s',
  async (name) => {
    const insert = server.dataSource.query(`INSERT INTO node (kind, name) VALUES ('compute', $1)`, [
      name,
    ]);
    await expect(insert).rejects.toThrow(/node_name/);
  },
);
