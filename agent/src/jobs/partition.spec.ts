import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Bench, createBench, removeBench, TestHost, until } from '../testing/agent-process.js';
import { FakeServer } from '../testing/fake-server.js';
import { jobMarker } from './processes/launcher.js';
import { findMembers } from './processes/process-tree.js';

let bench: Bench;
let server: FakeServer;
let host: TestHost;
let count = 0;

beforeAll(() => {
  bench = createBench();
});
afterAll(() => removeBench(bench));

beforeEach(async () => {
  server = new FakeServer();
  await server.start();
});
afterEach(async () => {
  await host.end();
  await server.stop();
});

async function startHost(): Promise<void> {
  count += 1;
  host = new TestHost(bench, `partition-${String(count)}`, {});
  host.start(server.url);
  await until(`the hello of the agent`, () => server.isConnected);
}

const members = (attempt: number): number[] =>
  findMembers(null, jobMarker(join(host.stateDir, 'jobs/j1'), attempt)).map(({ pid }) => pid);
const isRunning = (attempt: number) => () => members(attempt).length > 1;
const runs = (): string => readFileSync(join(host.home, 'runs'), 'utf8');
const attempt = (number: number): RunScript =>
  host.command('j1', `echo ${String(number)} >>runs; while :; do sleep 0.1; done`, {
    attempt: number,
  });

/** The agent accepts the job; the server goes down without having taken note of the answer. */
async function acceptAndCut(command: RunScript, cutAfter: string): Promise<void> {
  const answer = server.run(command).catch(() => null);
  await until(cutAfter, () => existsSync(cutAfter));
  await server.stop();
  await answer;
}

const stored = (): string => join(host.stateDir, 'jobs/j1/spec.json');
const begun = (): string => join(host.home, 'runs');

async function reconnect(): Promise<void> {
  const hellos = server.hellos.length;
  await server.start();
  await until('the next hello', () => server.hellos.length > hellos);
}

describe('a node that is cut off after it accepted a job', () => {
  it('begins it when the server says that it is still wanted, and once', async () => {
    await startHost();
    await acceptAndCut(attempt(1), stored());
    await reconnect();
    expect(server.hellos.at(-1)?.jobs).toEqual([{ jobId: 'j1', attempt: 1, isEnded: false }]);
    await until('the job to run', () => existsSync(begun()));
    await until('its line', () => runs() === '1\n');
  });

  it('names the job when it is back, and the command said again does not run it again', async () => {
    await startHost();
    await acceptAndCut(attempt(1), begun());
    await reconnect();
    expect(server.hellos.at(-1)?.jobs).toEqual([{ jobId: 'j1', attempt: 1, isEnded: false }]);
    expect(await server.run(attempt(1))).toEqual({ isAccepted: true });
    await until('its start to be reported', () => server.job('j1').startedAt !== null);
    expect(runs()).toBe('1\n');
  });

  it('ends what was given to another node meanwhile, and does not take that attempt again', async () => {
    await startHost();
    await acceptAndCut(attempt(1), begun());
    server.job('j1').dropped = true;
    await reconnect();
    await until('nothing of it to be left', () => members(1).length === 0);
    const late = await server.run(attempt(1));
    expect(late).toMatchObject({ isAccepted: false, fault: 'job' });
    expect(late.reason).toMatch(/^AGENT_JOB_OUTDATED/);
    expect(runs()).toBe('1\n');
  });

  it('ends its attempt before it begins the next', async () => {
    await startHost();
    await acceptAndCut(attempt(1), begun());
    await reconnect();
    expect(await server.run(attempt(2))).toEqual({ isAccepted: true });
    await until('the second attempt', isRunning(2));
    expect(members(1)).toEqual([]);
    expect((await server.run(attempt(1))).reason).toMatch(/^AGENT_JOB_OUTDATED/);
    await until('its line', () => runs() === '1\n2\n');
  });

  it('reports the end of a job that ended meanwhile once', async () => {
    await startHost();
    const gate = 'until [ -e is-cut ]; do sleep 0.05; done; echo done';
    await acceptAndCut(host.command('j1', `echo 1 >>runs; ${gate}`), begun());
    writeFileSync(join(host.home, 'is-cut'), '');
    await until('its end', () => existsSync(join(host.stateDir, 'jobs/j1/end.json')));
    await reconnect();
    expect(server.hellos.at(-1)?.jobs).toEqual([{ jobId: 'j1', attempt: 1, isEnded: true }]);
    await until('its end to be reported', () => server.job('j1').ended !== null);
    expect(server.job('j1').output.toString()).toBe('done\n');
    // The server records the end before its answer reaches the agent, which then gives the job up.
    await until('the job to be given up', () => !existsSync(join(host.stateDir, 'jobs/j1')));
    expect((await server.run(host.command('j1', 'echo 1 >>runs'))).isAccepted).toBe(false);
    expect(runs()).toBe('1\n');
  });
});
