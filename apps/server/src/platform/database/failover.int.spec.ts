import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { openMovingAddress, type MovingAddress } from '@clusterdesk/tests/server/moving-address.js';
import {
  startOwnDatabase,
  startStandbyOf,
  type OwnDatabase,
} from '@clusterdesk/tests/server/own-database.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import { Client } from 'pg';
import { z } from 'zod';
import { defineSetting } from '../settings/setting-definition.js';
import { Settings } from '../settings/settings.service.js';
import { Postgres } from './postgres.js';

const marker = defineSetting({ key: 'spec.marker', schema: z.number(), initial: () => 1 });

let primary: OwnDatabase;
let standby: OwnDatabase | undefined;
let address: MovingAddress;
let platform: SpecPlatform;
let other: SpecPlatform;
let user: SpecUser;

beforeAll(async () => {
  primary = await startOwnDatabase();
  address = await openMovingAddress();
  address.leadTo(primary.socket);
  const { username, password } = new URL(primary.url);
  const environment = {
    DATABASE_URL: `postgresql://${username}:${password}@127.0.0.1:${address.port}/postgres`,
  };
  platform = await SpecPlatform.open({ withWorker: false, environment });
  // Another server, which learns of a changed setting by being told alone.
  other = await SpecPlatform.open({
    withWorker: false,
    environment: { ...environment, DATA_DIR: platform.config.dataDir },
    timings: { rights: { settingKeptMs: 3_600_000 } },
  });
  user = await platform.addUser('switched');
});
afterAll(async () => {
  await other.stop();
  await platform.stop();
  await address.close();
  await standby?.stop();
  await primary.stop();
});

const look = async (): Promise<number> =>
  (await platform.call(user, endpoints.account.detail, {})).code;
let folders = 0;
const change = async (): Promise<{ code: number; path: string }> => {
  folders += 1;
  const path = `/folder-${folders}`;
  const { code } = await platform.call(user, endpoints.disk.mkdirs, { paths: [path] });
  return { code, path };
};
const readiness = async (): Promise<number> =>
  (await fetch(`${platform.baseUrl}/api/health/ready`)).status;
const all = async (): Promise<number[]> => [await look(), (await change()).code, await readiness()];

/** As the superuser, of the server itself. */
async function promote(database: OwnDatabase): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('SELECT pg_promote()');
  await client.end();
}

/** A change at one server is heard by the other, and an upload has its lock. */
async function expectAllWorks(): Promise<void> {
  const settings = other.get(Settings);
  let value = await settings.get(marker);
  // One that comes before the other listens again is not heard.
  await waitFor('a change to be heard', async () => {
    value += 1;
    await platform.get(Settings).set(marker, value);
    return waitFor('the change', async () => (await settings.get(marker)) === value, 1_000);
  });
  const tus = new SpecTus(platform);
  const url = await tus.begin(user, { fileName: `file-${value}.bin`, dir: '/' });
  expect((await tus.patch(user, url, 0, 'data')).status).toBe(204);
}

describe('a PostgreSQL that is switched over to its standby', () => {
  it('is away until the standby is promoted, and then everything goes on by itself', async () => {
    await expectAllWorks();
    standby = await startStandbyOf(primary);
    expect(await all()).toEqual([503, 503, 503]);
    address.leadTo(standby.socket);
    // It answers, and takes no changes: what it says may be out of date, and what it locks holds nobody.
    await waitFor(
      'the standby',
      async () => (await platform.query('SELECT 1').catch(readOnly)) === 'read only',
    );
    expect(await all()).toEqual([503, 503, 503]);
    await promote(standby);
    await waitFor('an answer', async () => (await look()) === 200);
    expect(await all()).toEqual([200, 200, 200]);
    await expectAllWorks();
  });

  it('is left by every connection of a process once one is told that no changes are taken', async () => {
    const current = standby ?? primary;
    const postgres = new Postgres({ databaseUrl: current.url });
    const session = await postgres.connectSession('spec');
    const isOver = new Promise((resolve) => session.once('end', () => resolve('over')));
    const clients = await Promise.all([1, 2, 3].map(() => postgres.pool.connect()));
    clients.forEach((client) => client.release());
    expect(postgres.pool.totalCount).toBe(3);
    // As a primary that was demoted by hand; the others are only read through, and would not notice.
    const client = await postgres.pool.connect();
    await client.query('SET default_transaction_read_only = on');
    await expect(client.query('CREATE TABLE refused ()')).rejects.toMatchObject({ code: '25006' });
    client.release();
    await waitFor('the others to be left', () => postgres.pool.totalCount === 0);
    expect(await isOver).toBe('over');
    expect((await postgres.pool.query('SELECT 1 AS answer')).rows).toEqual([{ answer: 1 }]);
    await postgres.close();
  });
});

/** What a statement fails with on a standby. */
const readOnly = (error: unknown): string =>
  error instanceof Error && error.name === 'ReadOnlyPostgresError' ? 'read only' : String(error);
