import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
import { waitFor } from '../support/wait-for.js';

const { start, newFolder } = startedPlatforms();
const isRoot = process.getuid?.() === 0;
const first = '0.1.0';
let versions: BuiltVersions;
let good: string;
let better: string;
let broken: string;
let hanging: string;

beforeAll(async () => {
  versions = new BuiltVersions();
  good = await versions.publish('0.2.0');
  better = await versions.publish('0.3.0');
  broken = await versions.publish('0.4.0', 'spoils the database and ends');
  hanging = await versions.publish('0.5.0', 'hangs in its migrations');
}, 300_000);
afterAll(() => versions.remove());

const startOn = (dataDir: string): Promise<TestPlatform> =>
  start({ dataDir, env: { UPDATE_PUBLIC_KEY: versions.publicKey, STOP_TIMEOUT_MS: '30000' } });

/** Something that must outlast everything. */
async function addRole(platform: TestPlatform, roleName: string): Promise<void> {
  const admin = await platform.signIn();
  await admin.expectOk(endpoints.roles.add, { roleName });
}

async function rolesOf(platform: TestPlatform): Promise<string[]> {
  const rows = (await platform.query(
    `SELECT role_name AS name FROM role WHERE role_name LIKE 'kept%' ORDER BY 1`,
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

const menuCount = async (platform: TestPlatform): Promise<unknown> =>
  (await platform.query('SELECT count(*)::int AS count FROM menu'))[0];

describe('an upgrade', () => {
  test('to two newer versions in turn keeps the data, and so do later starts; an older bundle is refused then', async () => {
    const dataDir = newFolder();
    const platform = await startOn(dataDir);
    await addRole(platform, 'kept 1');
    const admin = await platform.signIn();
    expect(await sendBundle(admin, good)).toMatchObject({ success: true });
    expect(await waitForUpgradeEnd(admin)).toMatchObject({ phase: 'done', to: '0.2.0' });
    expect(await versionOf(platform)).toBe('0.2.0');
    // The agent of this host is the new version's.
    expect(await waitFor('the agent', () => platform.pidOf('agent'))).toBeGreaterThan(0);
    await addRole(platform, 'kept 2');
    if (isRoot) {
      // What root runs, nobody else may have written.
      expect(statSync(join(dataDir, 'versions/0.2.0/agent/dist/agent.cjs'))).toMatchObject({
        uid: 0,
      });
    }

    expect(await sendBundle(admin, better)).toMatchObject({ success: true });
    expect(await waitForUpgradeEnd(admin)).toMatchObject({ phase: 'done', to: '0.3.0' });
    expect(readdirSync(join(dataDir, 'versions')).sort()).toEqual(['0.2.0', '0.3.0']);
    expect((await sendBundle(admin, good)).result.error).toBe('UPGRADE_NOT_NEWER');
    expect(await platform.stop()).toBe(0);

    const next = await startOn(dataDir);
    expect(await versionOf(next)).toBe('0.3.0');
    expect(await rolesOf(next)).toEqual(['kept 1', 'kept 2']);
    const { result } = await (await next.signIn()).expectOk(endpoints.upgrades.state, {});
    expect(result).toMatchObject({ currentVersion: '0.3.0', run: { phase: 'done', to: '0.3.0' } });
    const told = { level: 'INFO', code: null, userName: 'admin', notices: 2 };
    expect(await waitForToldEnds(next, 2)).toEqual([told, told]);
  }, 400_000);

  test('to a version that spoils the database and does not start is undone', async () => {
    const dataDir = newFolder();
    const platform = await startOn(dataDir);
    await addRole(platform, 'kept');
    const before = await menuCount(platform);
    const admin = await platform.signIn();
    expect(await sendBundle(admin, broken)).toMatchObject({ success: true });
    expect(await waitForUpgradeEnd(admin)).toMatchObject({
      phase: 'returned',
      from: first,
      to: '0.4.0',
      message: expect.stringContaining('自动恢复到原版本'),
    });
    expect(await versionOf(platform)).toBe(first);
    expect(await menuCount(platform)).toEqual(before);
    expect(await rolesOf(platform)).toEqual(['kept']);
    expect(platform.output).toContain('this version is broken');
    expect(await waitForToldEnds(platform, 1)).toEqual([
      { level: 'ERROR', code: 'UPGRADE_NOT_HEALTHY', userName: 'admin', notices: 1 },
    ]);
    // Right after the one before runs again.
    await waitFor('the failed version to be gone', () => {
      const left = [
        ...readdirSync(join(dataDir, 'versions')),
        ...readdirSync(join(dataDir, 'postgres')),
      ];
      return left.join() === 'data';
    });
  }, 300_000);
});

describe('kill -9 of the launcher', () => {
  const isLogged = (dataDir: string, mark: string): boolean =>
    readFileSync(join(dataDir, 'logs/server.log'), 'utf8').includes(mark);
  const isUnpacking = (dataDir: string): boolean =>
    readdirSync(join(dataDir, 'versions')).some((name) => name.endsWith('.partial'));
  const isSaving = (dataDir: string): boolean => journalStep(dataDir) === 'staged';
  const isTried = (dataDir: string): boolean => journalStep(dataDir) === 'saved';

  test.each<[version: string, moment: string, () => string, (dataDir: string) => boolean]>([
    ['a good version', 'while the bundle is unpacked', () => good, isUnpacking],
    ['a good version', 'while the database is saved', () => good, isSaving],
    ['a good version', 'while it is tried', () => good, isTried],
    [
      'a good version',
      'when it was found healthy',
      () => good,
      (dataDir) => existsSync(join(dataDir, 'launcher/version.json')),
    ],
    [
      'a version that takes long',
      'in the middle of its migrations',
      () => hanging,
      (dataDir) => isLogged(dataDir, serverMarks['hangs in its migrations']),
    ],
    ['a broken version', 'while the bundle is unpacked', () => broken, isUnpacking],
    ['a broken version', 'while the database is saved', () => broken, isSaving],
    ['a broken version', 'while it is tried', () => broken, isTried],
    [
      'a broken version',
      'when it has spoilt the database',
      () => broken,
      (dataDir) => isLogged(dataDir, serverMarks['spoils the database and ends']),
    ],
  ])(
    '%s, %s: one of the two versions runs afterwards, with its data',
    async (_, moment, bundle, isThere) => {
      const dataDir = newFolder();
      const platform = await startOn(dataDir);
      await addRole(platform, 'kept');
      const before = await menuCount(platform);
      const admin = await platform.signIn();
      const sent = sendBundle(admin, bundle()).catch(() => null);
      await waitFor(`the upgrade ${moment}`, () => isThere(dataDir), 240_000, 3);
      platform.signal('SIGKILL');
      await platform.waitForEnd();
      await sent;

      const next = await startOn(dataDir);
      const version = await versionOf(next);
      expect(version).toBe(moment.includes('healthy') ? '0.2.0' : first);
      expect(await rolesOf(next)).toEqual(['kept']);
      expect(await menuCount(next)).toEqual(before);
      expect(await next.query(`SELECT to_regclass('${halfMigratedTable}') AS left`)).toEqual([
        { left: null },
      ]);
      expect(journalStep(dataDir)).toBeNull();
      const told = await waitForToldEnds(next, 1);
      expect(told).toMatchObject([{ level: expect.any(String), userName: 'admin', notices: 1 }]);
      expect(told[0]?.level === 'INFO').toBe(version === '0.2.0');
      await next.signIn();
    },
    300_000,
  );

  test.each(['server', 'database'] as const)(
    'and of the %s of the new version while it is tried: the same',
    async (name) => {
      const dataDir = newFolder();
      const platform = await startOn(dataDir);
      await addRole(platform, 'kept');
      const admin = await platform.signIn();
      const old = await platform.pidOf(name);
      await sendBundle(admin, good);
      await waitFor('the trial', () => journalStep(dataDir) === 'saved');
      await waitFor(`a new ${name}`, async () => (await platform.pidOf(name)) !== old);
      await platform.kill(name).catch(() => undefined);
      const run = await waitForUpgradeEnd(admin);
      expect(['done', 'returned']).toContain(run?.phase);
      expect(await versionOf(platform)).toBe(run?.phase === 'done' ? '0.2.0' : first);
      expect(await rolesOf(platform)).toEqual(['kept']);
    },
    300_000,
  );
});
