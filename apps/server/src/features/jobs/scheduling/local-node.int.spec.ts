import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { StoreNameKeys2026112616000 } from '../../../migrations/202611261600-store-name-keys.js';
import { nameColumns } from '../../users/names/user-name.js';
import { CompareNamesAsShown2026112215100 } from '../../../migrations/202611221510-compare-names-as-shown.js';
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

it('leaves nodes of before their names, but for letters that are another’s or nobody sees', async () => {
  const migration = new CompareNamesAsShown2026112215100();
  const storing = new StoreNameKeys2026112616000();
  const runner = server.dataSource.createQueryRunner();
  const given = ['a1', 'ａ1', 'a\u202e2', 'al', 'Al', 'b'];
  try {
    await storing.down(runner);
    await migration.down(runner);
    for (const name of given) {
      await runner.query(`INSERT INTO node (kind, name) VALUES ('desktop', $1)`, [name]);
    }
    await migration.up(runner);
    await storing.up(runner);
    const rows: { name: string; nameKey: string; nameLook: string }[] = await runner.query(
      `SELECT name, name_key AS "nameKey", name_look AS "nameLook" FROM node WHERE kind = 'desktop' ORDER BY created_at`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'a1',
      expect.stringMatching(/^a1-[0-9a-f]{8}$/),
      'a2',
      'al',
      'Al',
      'b',
    ]);
    expect(rows).toEqual(rows.map(({ name }) => ({ name, ...nameColumns(name) })));
    // Twins of before stay and are changed as ever.
    await runner.query(`UPDATE node SET lan_ip = '127.0.0.2' WHERE kind = 'desktop'`);
  } finally {
    await runner.release();
  }
});
