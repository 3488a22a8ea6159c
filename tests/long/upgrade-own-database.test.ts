import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import {
  BuiltVersions,
  halfMigratedTable,
  serverMarks,
} from '../support/platform/built-versions.js';
import type { TestPlatform } from '../support/platform/platform.js';
import { startedPlatforms } from '../support/platform/started-platforms.js';
import {
  journalStep,
  sendBundle,
  versionOf,
  waitForToldEnds,
  waitForUpgradeEnd,
} from '../support/platform/upgraded-platform.js';
import { createOperatorDatabase } from '../support/server/test-database.js';
import { waitFor } from '../support/wait-for.js';

const { start, newFolder } = startedPlatforms();
const first = '0.1.0';
const mayCreate = true;
type OperatorDatabase = Awaited<ReturnType<typeof createOperatorDatabase>>;
let versions: BuiltVersions;
let good: string;
let broken: string;
let hanging: string;
const databases: OperatorDatabase[] = [];

beforeAll(async () => {
  versions = new BuiltVersions();
  good = await versions.publish('0.2.0');
  broken = await versions.publish('0.4.0', 'spoils the database and ends');
  hanging = await versions.publish('0.5.0', 'hangs in its migrations');
}, 300_000);
afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});
afterAll(() => versions.remove());

async function startOn(database: OperatorDatabase, dataDir = newFolder()): Promise<TestPlatform> {
  return start({
    dataDir,
    databaseUrl: database.url,
    env: { UPDATE_PUBLIC_KEY: versions.publicKey, STOP_TIMEOUT_MS: '30000' },
  });
}

async function makeDatabase(isCreating: boolean): Promise<OperatorDatabase> {
  const database = await createOperatorDatabase(isCreating);
  databases.push(database);
  return database;
}

const rowsOf = async (platform: TestPlatform): Promise<unknown> =>
  (
    await platform.query(
      `SELECT (SELECT count(*)::int FROM menu) AS menus, to_regclass('${halfMigratedTable}') AS half,
         (SELECT count(*)::int FROM role WHERE role_name = 'kept') AS kept`,
    )
  )[0];

async function addRole(platform: TestPlatform): Promise<void> {
  await (await platform.signIn()).expectOk(endpoints.roles.add, { roleName: 'kept' });
}

test('a role that may not copy the database: nothing is touched', async () => {
  const database = await makeDatabase(!mayCreate);
  const platform = await startOn(database);
  const server = await platform.pidOf('server');
  const admin = await platform.signIn();
  await sendBundle(admin, good);
  expect(await waitForUpgradeEnd(admin)).toMatchObject({
    phase: 'refused',
    message: expect.stringContaining('CREATEDB'),
  });
  expect(await platform.pidOf('server')).toBe(server);
  expect(await versionOf(platform)).toBe(first);
  expect(await waitForToldEnds(platform, 1)).toEqual([
    { level: 'WARN', code: 'UPGRADE_DATABASE_ROLE', userName: 'admin', notices: 1 },
  ]);
}, 300_000);

test('a newer version is tried on a copy, then works on the database; a backup was taken before', async () => {
  const database = await makeDatabase(mayCreate);
  const platform = await startOn(database);
  await addRole(platform);
  const before = await rowsOf(platform);
  const admin = await platform.signIn();
  await sendBundle(admin, good);
  expect(await waitForUpgradeEnd(admin)).toMatchObject({ phase: 'done', to: '0.2.0' });
  expect(await versionOf(platform)).toBe('0.2.0');
  expect(await rowsOf(platform)).toEqual(before);
  expect(await platform.query('SELECT kind, state FROM backup')).toEqual([
    { kind: 'safety', state: 'done' },
  ]);
  expect(await database.listBeside()).toEqual([]);
  expect(await waitForToldEnds(platform, 1)).toMatchObject([{ level: 'INFO', notices: 1 }]);
}, 300_000);

test('a version that spoils the database spoils the copy alone', async () => {
  const database = await makeDatabase(mayCreate);
  const platform = await startOn(database);
  await addRole(platform);
  const before = await rowsOf(platform);
  const admin = await platform.signIn();
  await sendBundle(admin, broken);
  expect(await waitForUpgradeEnd(admin)).toMatchObject({ phase: 'returned', from: first });
  expect(platform.output).toContain(serverMarks['spoils the database and ends']);
  expect(await versionOf(platform)).toBe(first);
  expect(await rowsOf(platform)).toEqual(before);
  expect(await database.listBeside()).toEqual([]);
  expect(await waitForToldEnds(platform, 1)).toMatchObject([
    { level: 'ERROR', code: 'UPGRADE_NOT_HEALTHY', notices: 1 },
  ]);
}, 300_000);

const isMigrating = (dataDir: string): boolean =>
  readFileSync(join(dataDir, 'logs/server.log'), 'utf8').includes(
    serverMarks['hangs in its migrations'],
  );
const isActive = (dataDir: string): boolean => existsSync(join(dataDir, 'launcher/version.json'));

test.each([
  ['in the middle of its migrations', () => hanging, isMigrating, first],
  ['when it was found healthy', () => good, isActive, '0.2.0'],
] as const)(
  'kill -9 of the launcher %s: one of the two versions runs afterwards, with its data',
  async (moment, bundle, isThere, expected) => {
    const database = await makeDatabase(mayCreate);
    const dataDir = newFolder();
    const platform = await startOn(database, dataDir);
    await addRole(platform);
    const before = await rowsOf(platform);
    const sent = sendBundle(await platform.signIn(), bundle());
    sent.catch(() => undefined);
    await waitFor(`the upgrade ${moment}`, () => isThere(dataDir), 240_000, 3);
    platform.signal('SIGKILL');
    await platform.waitForEnd();
    await sent.catch(() => null);

    const next = await startOn(database, dataDir);
    expect(await versionOf(next)).toBe(expected);
    expect(await rowsOf(next)).toEqual(before);
    expect(await database.listBeside()).toEqual([]);
    expect(journalStep(dataDir)).toBeNull();
    expect(await waitForToldEnds(next, 1)).toMatchObject([
      { code: expected === first ? 'UPGRADE_INTERRUPTED' : null, notices: 1 },
    ]);
  },
  300_000,
);
