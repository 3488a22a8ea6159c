import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { copyCheckout } from '../support/platform/checkout-copy.js';
import { isAlive } from '../support/platform/host-processes.js';
import { TestPlatform } from '../support/platform/platform.js';

const hasPrivateMounts =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

(hasPrivateMounts ? describe : describe.skip)('a checkout in a folder of mode 700', () => {
  let shut: string;
  let checkout: string;

  beforeAll(() => {
    shut = mkdtempSync(join(tmpdir(), 'clusterdesk-shut-'));
    checkout = join(shut, 'deep/clusterdesk');
    copyCheckout(checkout);
    chmodSync(shut, 0o700);
  });

  afterAll(() => rmSync(shut, { recursive: true, force: true }));

  test('started by root it runs, its data beside it, and no mode is changed', async () => {
    const platform = await TestPlatform.start({
      root: checkout,
      dataDir: join(checkout, 'data'),
      // How busy the machine is must not decide whether the stop keeps its limit.
      env: { STOP_TIMEOUT_MS: '30000' },
    });
    expect(statSync(shut).mode & 0o777).toBe(0o700);
    expect(statSync(`/proc/${await platform.pidOf('server')}`).uid).not.toBe(0);
    await platform.signIn();

    const pids = platform.listProcesses().map(({ pid }) => pid);
    expect(await platform.stop()).toBe(0);
    expect(pids.filter((pid) => isAlive(pid))).toEqual([]);
    expect(statSync(join(checkout, 'data/postgres/data')).isDirectory()).toBe(true);
  });
});
