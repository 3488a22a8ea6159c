import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEnded } from '@clusterdesk/contracts';
import { isDead, listProcesses } from '@clusterdesk/host';
import type { ServerConnection } from '../server-connection.js';
import { defaultTimings } from '../timings.js';
import { until } from '../../testing/agent-process.js';
import { Runner } from '../runs/runner.js';
import { ApplicationKind } from './application-kind.js';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'clusterdesk-applications-'));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

it('ends a script whose time is over: TERM to all of it, then KILL to what does not heed it', async () => {
  const ends: RunEnded[] = [];
  const pieces: Buffer[] = [];
  const server: ServerConnection = {
    isReady: true,
    ask: (event, payload) => {
      if (event === 'jobs.started') {
        return Promise.resolve(undefined as never);
      }
      if (event === 'jobs.output') {
        const { data, offset } = payload as { data: Uint8Array; offset: number };
        pieces.push(Buffer.from(data));
        return Promise.resolve({ nextOffset: offset + data.byteLength } as never);
      }
      ends.push(payload as RunEnded);
      return Promise.resolve(undefined as never);
    },
  };
  const host = { isAllowed: true, isRoot: true, runMs: 1_000 };
  const kind = new ApplicationKind(host, { ...defaultTimings, scriptStopMs: 1_500 });
  const runner = new Runner(kind, stateDir, server);
  runner.restore();
  const runId = randomUUID();
  const script = `
    sh -c "trap 'echo asked' TERM; echo up; while :; do sleep 0.1; done" &
    echo "$!" >'${stateDir}/pid'
    trap 'echo heard' TERM
    wait; wait`;
  await runner.run({ runId, name: 'slow', version: '1', action: 'update', script });
  await until('the end', () => ends.length > 0);
  expect(ends).toMatchObject([
    { kind: 'application', jobId: runId, exitCode: 137, reason: 'timeout' },
  ]);
  expect(Buffer.concat(pieces).toString().split('\n').sort()).toEqual(
    expect.arrayContaining(['asked', 'heard', 'up']),
  );
  const pid = Number(readFileSync(join(stateDir, 'pid'), 'utf8'));
  const living = listProcesses().filter((stat) => !isDead(stat));
  expect(living.map((stat) => stat.pid)).not.toContain(pid);
});
