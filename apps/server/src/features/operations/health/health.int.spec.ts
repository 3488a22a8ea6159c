import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, healthChangedNotice, sendVerificationCode } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { boardMount } from '../task-board/task-board.service.js';
import { HealthReports } from './health-report.service.js';
import { PlatformHealth } from './platform-health.service.js';

let platform: SpecPlatform;
let admin: string;
let user: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false, timings: { health: { keptMs: -1 } } });
  admin = await signIn(platform.baseUrl);
  user = await platform.addUser('li');
});
afterAll(() => platform.close());

const report = async (token: string) =>
  call(platform.baseUrl, endpoints.health.report, {}, { token });

describe('the health page', () => {
  it('is for who may manage the system', async () => {
    expect((await report(user.token)).code).toBe(403);
    expect((await call(platform.baseUrl, endpoints.health.report, {})).code).toBe(401);
  });

  it('says how each part is, with figures and why', async () => {
    const { result } = await report(admin);
    const checks = new Map(result.checks.map((check) => [check.name, check]));
    expect(checks.get('database')).toMatchObject({
      state: 'ok',
      version: expect.stringMatching(/^\d+/),
      facts: { sizeBytes: expect.any(Number), connections: expect.any(Number) },
    });
    expect(checks.get('migrations')).toMatchObject({ state: 'ok', facts: { pending: 0 } });
    expect(checks.get('workers')).toMatchObject({ state: 'failed', reason: 'noWorker' });
    expect(checks.get('backup')).toMatchObject({ state: 'warning', reason: 'backupNever' });
    expect(checks.get('mail')).toMatchObject({ state: 'ok', reason: 'mailOff' });
    expect(checks.get('clock')?.state).toBe('ok');
    // It is made with the first backup; until then it is its parent's disk.
    expect(checks.get('backupDisk')?.facts.totalBytes).toBe(
      checks.get('dataDisk')?.facts.totalBytes,
    );
    // No Redis, and no https.
    expect(checks.has('redis') || checks.has('certificate')).toBe(false);
  });

  it('knows the last backup and its end', async () => {
    await platform.query(
      `INSERT INTO backup (kind, state, with_files, size_bytes, created_at, ended_at)
       VALUES ('scheduled', 'done', false, 1000, now() - interval '9 days', now() - interval '9 days')`,
    );
    const backup = async () =>
      (await report(admin)).result.checks.find(({ name }) => name === 'backup');
    expect(await backup()).toMatchObject({ reason: 'backupOld', facts: { archiveBytes: 1000 } });
    await platform.query(
      `INSERT INTO backup (kind, state, with_files, ended_at) VALUES ('manual', 'failed', false, now())`,
    );
    expect(await backup()).toMatchObject({ state: 'failed', reason: 'backupFailed' });
    await platform.query('TRUNCATE backup');
  });
});

describe('stored settings', () => {
  const look = async () =>
    (await report(admin)).result.checks.find(({ name }) => name === 'settings');
  const store = (key: string, value: unknown) =>
    platform.query(
      `INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [key, JSON.stringify(value)],
    );

  it('are named where they break their rules, with what counts instead', async () => {
    expect(await look()).toMatchObject({ state: 'ok', reason: null, brokenSettings: [] });
    await store('trashDays', 0);
    await store('smsWebhookUrl', 'the-secret');
    const { result } = await report(admin);
    expect(result.checks.find(({ name }) => name === 'settings')).toMatchObject({
      state: 'warning',
      reason: 'settingsBroken',
      facts: { brokenValues: 2 },
      brokenSettings: expect.arrayContaining([
        { key: 'trashDays', kind: 'days', inUse: 30 },
        { key: 'smsWebhookUrl', kind: 'secret', inUse: null },
      ]),
    });
    expect(JSON.stringify(result)).not.toContain('the-secret');
    await platform.query(`DELETE FROM setting WHERE key IN ('trashDays', 'smsWebhookUrl')`);
  });

  it('of the platform itself have nothing in their place', async () => {
    await store('operations.branding', 'x');
    expect(await look()).toMatchObject({
      state: 'failed',
      reason: 'settingsUnusable',
      brokenSettings: [{ key: 'operations.branding', kind: null, inUse: null }],
    });
    await platform.query(`DELETE FROM setting WHERE key = 'operations.branding'`);
  });

  it('do not matter where the environment decides', async () => {
    const key = 'publicUrl';
    await store(key, 'x');
    expect(await look()).toMatchObject({ state: 'warning' });
    const environment = {
      DATABASE_URL: platform.config.databaseUrl,
      DATA_DIR: platform.config.dataDir,
      PUBLIC_URL: 'http://desk.example',
    };
    const other = await SpecPlatform.open({ withWorker: false, environment });
    try {
      const { found } = await other.get(PlatformHealth).look();
      expect(found.get('settings')?.state).toBe('ok');
    } finally {
      await other.close();
      await platform.query('DELETE FROM setting WHERE key = $1', [key]);
    }
  });
});

describe('a change', () => {
  const notices = () =>
    platform.query(`SELECT payload FROM notification WHERE kind = '${healthChangedNotice.kind}'`);

  it('is told to administrators once, when a second look has found it, and lasts since the first', async () => {
    const reports = platform.get(HealthReports);
    await reports.watch();
    expect(await notices()).toEqual([]);
    await reports.watch();
    await reports.watch();
    expect(await notices()).toEqual([
      {
        payload: {
          changed: expect.arrayContaining([
            { name: 'workers', state: 'failed', reason: 'noWorker' },
            { name: 'backup', state: 'warning', reason: 'backupNever' },
          ]),
        },
      },
    ]);
    const { result } = await report(admin);
    const workers = result.checks.find(({ name }) => name === 'workers');
    expect(workers?.since).toEqual(expect.any(Number));
  });
});

describe('the board of task queues', () => {
  const open = (ticket: string) =>
    fetch(`${platform.baseUrl}/api/platform/openTaskBoard?ticket=${ticket}`, {
      redirect: 'manual',
    });
  const board = (path: string, cookie: string, method = 'GET') =>
    fetch(`${platform.baseUrl}${boardMount}${path}`, { method, headers: { cookie } });
  let cookie = '';

  it('opens by a ticket, once, for who may manage the system', async () => {
    const refused = await call(platform.baseUrl, endpoints.health.requestTaskBoard, {}, user);
    expect(refused.code).toBe(403);
    const { result } = await call(
      platform.baseUrl,
      endpoints.health.requestTaskBoard,
      {},
      { token: admin },
    );
    const opened = await open(result);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `${boardMount}/`]);
    const set = opened.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/Path=\/api\/platform\/taskBoard; .*HttpOnly; SameSite=Strict/);
    cookie = set.split(';', 1).join('');
    expect((await open(result)).status).toBe(404);
    expect((await board('/', '')).status).toBe(403);
    const page = await board('/', cookie);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('shows tasks without what must not leave the server, and changes nothing', async () => {
    await platform
      .get(TaskQueue)
      .add(sendVerificationCode, { userId: 'u-1', purpose: 'email-new' });
    const list = async () =>
      (await board('/api/queues?activeQueue=mail&page=1&status=waiting', cookie)).text();
    expect(await list()).toContain('u-1');
    await platform.query(`UPDATE bullmq.job SET data = data || '{"code":"654321"}'`);
    const text = await list();
    expect(text).toContain('u-1');
    expect(text).not.toContain('654321');
    expect((await board('/api/queues/mail/empty', cookie, 'PUT')).status).toBe(405);
  });

  it('closes with the session', async () => {
    await call(platform.baseUrl, endpoints.sessions.logout, {}, { token: admin });
    expect((await board('/', cookie)).status).toBe(403);
  });
});
