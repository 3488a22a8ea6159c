import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { defineSetting } from './setting-definition.js';
import { Settings } from './settings.service.js';

const days = defineSetting({
  key: 'spec.days',
  schema: z.number().int().min(1),
  initial: () => 30,
});
const bound = defineSetting({
  key: 'spec.bound',
  schema: z.number().nullable(),
  initial: () => 95,
});
const key = defineSetting({
  key: 'spec.key',
  schema: z.string(),
  initial: () => 'made',
  isSecret: true,
});

let platform: SpecPlatform;
let other: TestServer;
let settings: Settings;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  settings = platform.get(Settings);
  // Another process of the same platform, which learns of a change by being told only.
  other = await startTestServer({ DATABASE_URL: platform.config.databaseUrl }, undefined, {
    rights: { settingKeptMs: 3_600_000 },
  });
});
afterAll(async () => {
  await other.stop();
  await platform.close();
});
beforeEach(() => platform.query('TRUNCATE audit_log'));

describe('a setting', () => {
  it('is made once, and is the same for every process', async () => {
    expect(await settings.get(days)).toBe(30);
    expect(await other.app.get(Settings).get(days)).toBe(30);
  });

  it('has its new value in every process as soon as it was set', async () => {
    const others = other.app.get(Settings);
    expect(await others.get(days)).toBe(30);
    await settings.set(days, 7);
    expect(await settings.get(days)).toBe(7);
    await waitFor('the other process', async () => (await others.get(days)) === 7);
  });

  it('leaves a row in the log with what it was and is, but not a secret', async () => {
    await settings.set(days, 8);
    await settings.set(key, 'a-new-secret');
    const rows = await platform.query(
      'SELECT target_type, target_id, details FROM audit_log ORDER BY id',
    );
    expect(rows).toEqual([
      { target_type: 'setting', target_id: 'spec.days', details: { before: 7, after: 8 } },
      { target_type: 'setting', target_id: 'spec.key', details: null },
    ]);
    expect(JSON.stringify(await platform.query('SELECT * FROM audit_log'))).not.toContain(
      'a-new-secret',
    );
  });

  it('stays as it was when the decision it belongs to is rolled back', async () => {
    const before = await settings.get(days);
    await expect(
      platform.get(DataSource).transaction(async (manager) => {
        await settings.set(days, 99, manager);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await settings.get(days)).toBe(before);
    expect(await platform.query('SELECT 1 FROM audit_log')).toEqual([]);
  });

  it('may be off: null is a value', async () => {
    await settings.set(bound, null);
    expect(await settings.get(bound)).toBeNull();
    expect(await other.app.get(Settings).get(bound)).toBeNull();
  });

  it('refuses a value of another shape', async () => {
    await expect(settings.set(days, 0)).rejects.toThrow();
  });

  it('is declared once', () => {
    expect(() => defineSetting(days)).toThrow('declared twice');
  });
});
