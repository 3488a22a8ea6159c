import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { copyCheckout } from '../support/platform/checkout-copy.js';
import { findFreePort } from '../support/platform/free-port.js';
import {
  isAlive,
  listDescendants,
  readProcess,
  type ProcessStat,
} from '../support/platform/host-processes.js';
import type { ChildName, TestPlatform } from '../support/platform/platform.js';
import { startedPlatforms } from '../support/platform/started-platforms.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;
const { start, newFolder } = startedPlatforms();

/** For stops that are clean: how busy the machine is with other things must not decide whether they keep their limit. */
const patient = { STOP_TIMEOUT_MS: '30000' };

/** Those of them that are still the processes they were. */
const leftOf = (processes: readonly ProcessStat[]): ProcessStat[] =>
  processes.filter(
    ({ pid, startTicks }) => isAlive(pid) && readProcess(pid)?.startTicks === startTicks,
  );

/** Ends a platform, and expects that all of it ended by itself. */
async function expectCleanStop(
  platform: TestPlatform,
  signal: 'SIGTERM' | 'SIGINT',
): Promise<void> {
  const processes = platform.listProcesses();
  expect(processes.length).toBeGreaterThan(4);
  platform.signal(signal);
  expect(await platform.waitForEnd()).toBe(0);
  expect(platform.output).not.toContain('was killed');
  expect(leftOf(processes)).toEqual([]);
}

// A start takes longer than most of what is tried here, so each platform proves several things.
describe('a running platform', () => {
  test('has its killed children back, and those that a rejection nobody handles has ended; SIGINT ends it', async () => {
    const plant =
      "process.on('SIGUSR2', () => void setImmediate(() => Promise.reject(new Error('planted'))))";
    const platform = await start({
      env: {
        ...patient,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(plant)}`,
      },
    });
    await expectBack(platform, ['agent', 'worker', 'server', 'database'], 'SIGKILL');
    await expectBack(platform, ['worker', 'server'], 'SIGUSR2');
    await platform.signIn();
    await expectCleanStop(platform, 'SIGINT');
  });

  test('connects to the database as superuser by its launcher alone; SIGTERM ends it, and cuts off a call', async () => {
    const platform = await start({ env: { ...patient, STOP_NOTICE_MS: '60000' } });
    await platform.signIn();
    await expectOneSuperuser(platform);

    const call = connect(platform.port, '127.0.0.1').on('error', () => undefined);
    await once(call, 'connect');
    call.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    // One that was answered after it shows that the server has begun it.
    expect(await platform.isReady()).toBe(true);
    await expectCleanStop(platform, 'SIGTERM');
    call.destroy();
  });

  test('SIGTERM for npm start ends everything, too', async () => {
    // A folder of mode 755, as the service account must read the programs.
    const checkout = newFolder();
    copyCheckout(checkout);
    const bin = newFolder();
    // Stands in for the build: these sources have been built.
    writeFileSync(join(bin, 'npx'), '#!/bin/sh\n', { mode: 0o755 });
    const npm = spawn('npm', ['start'], {
      cwd: checkout,
      env: {
        ...process.env,
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        PORT: String(await findFreePort()),
        HOST: '127.0.0.1',
        DATA_DIR: newFolder(),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await waitFor('npm start to be ready', () => output.includes('is ready at'), 90_000);
    expect(output).not.toContain('Installing');
    expect(output).toContain('Building ...');
    const processes = listDescendants(npm.pid ?? 0);
    expect(processes.length).toBeGreaterThan(5);
    npm.kill('SIGTERM');
    await waitFor('all of it to end', () => !processes.some(({ pid }) => isAlive(pid)), 60_000);
  });

  test('takes its children along when its launcher is killed; the next start is in order, and its stop ends though it hangs', async () => {
    const dataDir = newFolder();
    const killed = await start({ dataDir });
    const database = await killed.pidOf('database');
    const children = await Promise.all(
      (['server', 'worker', 'agent'] as const).map((name) => killed.pidOf(name)),
    );
    killed.signal('SIGKILL');
    await killed.waitForEnd();
    await waitFor('the children to end', () => !children.some((pid) => isAlive(pid)), 60_000);
    expect(isAlive(database)).toBe(true);

    const next = await start({ dataDir, port: killed.port });
    expect(isAlive(database)).toBe(false);
    await next.signIn();

    const processes = next.listProcesses();
    process.kill(await next.pidOf('server'), 'SIGSTOP');
    next.signal('SIGTERM');
    expect(await next.waitForEnd()).toBe(1);
    expect(next.output).toContain('The server did not stop within 4 s and was killed.');
    expect(leftOf(processes)).toEqual([]);
  });
});

/** Kills children, and expects each to be started again after the end that the launcher tells of. */
async function expectBack(
  platform: TestPlatform,
  names: readonly ChildName[],
  signal: 'SIGKILL' | 'SIGUSR2',
): Promise<void> {
  // The second end of one that has hardly started waits longer.
  const told =
    signal === 'SIGKILL'
      ? 'ended (SIGKILL); starting it again in 0.1 s.'
      : 'ended (exit code 1); starting it again';
  for (const name of names) {
    await platform.killAndWait(name, signal);
    expect(platform.output).toContain(`The ${name} ${told}`);
  }
}

async function expectOneSuperuser(platform: TestPlatform): Promise<void> {
  const sessions = await platform.query(
    `SELECT DISTINCT usename, rolsuper FROM pg_stat_activity JOIN pg_roles ON rolname = usename
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  expect(sessions).toEqual([{ usename: 'clusterdesk_service', rolsuper: false }]);
  const password = join(platform.dataDir, 'launcher/database-password');
  expect(statSync(password).mode & 0o777).toBe(0o600);
  if (isRoot) {
    expect(statSync(password).uid).toBe(0);
    expect(statSync(dirname(password))).toMatchObject({ uid: 0 });
  }
}
