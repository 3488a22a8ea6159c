import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isAlive } from '@clusterdesk/host';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { defaultTimings, type Timings } from '../timings.js';
import { type ProcessRole, SupervisedProcess } from './supervised-process.js';

let folder: string;
let said: string[];
let supervised: SupervisedProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-supervised-'));
  said = [];
});
afterEach(async () => {
  await supervised.stop();
  rmSync(folder, { recursive: true });
});

/** Keeps a line of a shell running. */
function keep(line: string, timings: Partial<Timings>, role: Partial<ProcessRole> = {}): void {
  supervised = new SupervisedProcess(
    {
      name: 'server',
      start: () => spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'pipe'] }),
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 10_000,
      ...role,
    },
    folder,
    (text) => said.push(text),
    () => undefined,
    { ...defaultTimings, ...timings },
  );
  supervised.start();
  supervised.keepRunning();
}

const again = (seconds: number): string =>
  `The server ended (exit code 3); starting it again in ${seconds} s.`;

test('what ends is started again, later each time and no later than the limit', async () => {
  keep('exit 3', { firstRestartMs: 10, maxRestartMs: 40 });
  await waitFor('four ends', () => said.length >= 4);
  expect(said.slice(0, 4)).toEqual([0.01, 0.02, 0.04, 0.04].map(again));
});

test('what ran for long enough is started again as soon as the first time', async () => {
  keep('exit 3', { firstRestartMs: 10, healthyMs: 0 });
  await waitFor('three ends', () => said.length >= 3);
  expect(said.slice(0, 3)).toEqual([0.01, 0.01, 0.01].map(again));
});

test('what does not stop in its time is killed with all that it started, and the stop is not clean', async () => {
  const pids: number[] = [];
  const line = `trap '' TERM; sleep 600 & echo "$$ $!"; wait`;
  keep(
    line,
    {},
    {
      stopTimeoutMs: 100,
      start: () => {
        const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'pipe'] });
        child.stdout.on('data', (text: Buffer) =>
          pids.push(...text.toString().trim().split(' ').map(Number)),
        );
        return child;
      },
    },
  );
  await waitFor('it to heed no TERM', () => pids.length === 2);
  expect(await supervised.stop()).toBe(false);
  expect(said).toEqual(['The server did not stop within 0.1 s and was killed.']);
  await waitFor('all of it to be gone', () => !pids.some((pid) => isAlive(pid)));
});
