import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAlive } from '../support/platform/host-processes.js';
import { TestPlatform, workspace } from '../support/platform/platform.js';

jest.setTimeout(120_000);

const hasPrivateMounts =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

/** What a built checkout needs to run. */
const builtFiles = [
  'package.json',
  'apps/server/package.json',
  'apps/server/dist',
  'apps/console/dist',
  'apps/standalone/package.json',
  'apps/standalone/dist',
  'agent/package.json',
  'agent/dist',
];

(hasPrivateMounts ? describe : describe.skip)('a checkout in a folder of mode 700', () => {
  let shut: string;
  let checkout: string;

  beforeAll(() => {
    shut = mkdtempSync(join(tmpdir(), 'clusterdesk-shut-'));
    checkout = join(shut, 'deep/clusterdesk');
    for (const path of builtFiles) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      cpSync(join(workspace, path), join(checkout, path), { recursive: true });
    }
    symlinkSync(join(workspace, 'node_modules'), join(checkout, 'node_modules'));
    chmodSync(shut, 0o700);
  });

  afterAll(() => rmSync(shut, { recursive: true, force: true }));

  test('started by root it runs, its data beside it, and no mode is changed', async () => {
    const platform = await TestPlatform.start({ root: checkout, dataDir: join(checkout, 'data') });
    expect(statSync(shut).mode & 0o777).toBe(0o700);
    expect(statSync(`/proc/${await platform.pidOf('server')}`).uid).not.toBe(0);
    await platform.signIn();

    const pids = platform.listProcesses().map(({ pid }) => pid);
    expect(await platform.stop()).toBe(0);
    expect(pids.filter((pid) => isAlive(pid))).toEqual([]);
    expect(statSync(join(checkout, 'data/postgres/data')).isDirectory()).toBe(true);
  });
});
