import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { copyCheckout } from '../support/platform/checkout-copy.js';
import { findFreePort } from '../support/platform/free-port.js';
import { leftOf } from '../support/platform/clean-stop.js';
import { isAlive, listDescendants } from '../support/platform/host-processes.js';
import { TestPlatform, type ChildName } from '../support/platform/platform.js';
import { startedPlatforms } from '../support/platform/started-platforms.js';
import { waitFor } from '../support/wait-for.js';

const { start, newFolder } = startedPlatforms();

// A start takes longer than most of what is tried here, so the tests share what they can.
describe('a running platform', () => {
  let platform: TestPlatform;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = newFolder();
    const plant =
      "process.on('SIGUSR2', () => void setImmediate(() => Promise.reject(new Error('planted'))))";
    platform = await TestPlatform.start({
      dataDir,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(plant)}` },
    });
  });
  afterAll(() => platform?.stop());

  test('has its killed children back, and those that a rejection nobody handles has ended', async () => {
    await expectBack(platform, ['agent', 'worker', 'server', 'database'], 'SIGKILL');
    await expectBack(platform, ['worker', 'server'], 'SIGUSR2');
    await platform.signIn();
  });

  test('takes its children along when its launcher is killed; the next start is in order, and its stop ends though it hangs', async () => {
    const database = await platform.pidOf('database');
    const children = await Promise.all(
      (['server', 'worker', 'agent'] as const).map((name) => platform.pidOf(name)),
    );
    platform.signal('SIGKILL');
    await platform.waitForEnd();
    await waitFor('the children to end', () => !children.some((pid) => isAlive(pid)), 60_000);
    expect(isAlive(database)).toBe(true);

    const next = await start({ dataDir, port: platform.port });
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
