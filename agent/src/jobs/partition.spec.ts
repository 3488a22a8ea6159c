import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { AgentBench } from '../../testing/agent-bench.js';
import { until } from '../../testing/agent-process.js';

const bench = new AgentBench();

const members = (attempt: number): number[] => bench.membersOf('j1', attempt);
const isRunning = (attempt: number) => () => members(attempt).length > 1;
const runs = (): string => readFileSync(join(bench.host.home, 'runs'), 'utf8');
const attempt = (number: number): RunScript =>
  bench.host.command('j1', `echo ${String(number)} >>runs; while :; do sleep 0.1; done`, {
    attempt: number,
  });

/** The agent accepts the job; the server goes down without having taken note of the answer. */
async function acceptAndCut(command: RunScript, cutAfter: string): Promise<void> {
  const answer = bench.server.run(command).catch(() => null);
  await until(cutAfter, () => existsSync(cutAfter));
  await bench.server.stop();
  await answer;
}

const stored = (): string => join(bench.host.stateDir, 'jobs/j1/spec.json');
const begun = (): string => join(bench.host.home, 'runs');

async function reconnect(): Promise<void> {
  const hellos = bench.server.hellos.length;
  await bench.server.start();
  await until('the next hello', () => bench.server.hellos.length > hellos);
}

describe('a node that is cut off after it accepted a job', () => {
  it('begins it when the server says that it is still wanted, and once', async () => {
    await bench.startHost();
    await acceptAndCut(attempt(1), stored());
    await reconnect();
    expect(bench.server.hellos.at(-1)?.jobs).toEqual([
      { kind: 'job', jobId: 'j1', attempt: 1, isEnded: false },
    ]);
    await until('the job to run', () => existsSync(begun()));
    await until('its line', () => runs() === '1\n');
  });

  it('names the job when it is back, and the command said again does not run it again', async () => {
    await bench.startHost();
    await acceptAndCut(attempt(1), begun());
    await reconnect();
    expect(bench.server.hellos.at(-1)?.jobs).toEqual([
      { kind: 'job', jobId: 'j1', attempt: 1, isEnded: false },
    ]);
    expect(await bench.server.run(attempt(1))).toEqual({ isAccepted: true });
    await until('its start to be reported', () => bench.server.job('j1').startedAt !== null);
    expect(runs()).toBe('1\n');
  });

  it('ends what was given to another node meanwhile, and does not take that attempt again', async () => {
    await bench.startHost();
    await acceptAndCut(attempt(1), begun());
    bench.server.job('j1').dropped = true;
    await reconnect();
    await until('nothing of it to be left', () => members(1).length === 0);
    const late = await bench.server.run(attempt(1));
    expect(late).toMatchObject({ isAccepted: false, fault: 'job' });
    expect(late.reason).toMatch(/^AGENT_JOB_OUTDATED/);
    expect(runs()).toBe('1\n');
  });

  it('ends its attempt before it begins the next', async () => {
    await bench.startHost();
    await acceptAndCut(attempt(1), begun());
    await reconnect();
    expect(await bench.server.run(attempt(2))).toEqual({ isAccepted: true });
    await until('the second attempt', isRunning(2));
    expect(members(1)).toEqual([]);
    expect((await bench.server.run(attempt(1))).reason).toMatch(/^AGENT_JOB_OUTDATED/);
    await until('its line', () => runs() === '1\n2\n');
  });

  it('reports the end of a job that ended meanwhile once', async () => {
    await bench.startHost();
    const gate = 'until [ -e is-cut ]; do sleep 0.05; done; echo done';
    await acceptAndCut(bench.host.command('j1', `echo 1 >>runs; ${gate}`), begun());
    writeFileSync(join(bench.host.home, 'is-cut'), '');
    await until('its end', () => existsSync(join(bench.host.stateDir, 'jobs/j1/end.json')));
    await reconnect();
    expect(bench.server.hellos.at(-1)?.jobs).toEqual([
      { kind: 'job', jobId: 'j1', attempt: 1, isEnded: true },
    ]);
    await until('its end to be reported', () => bench.server.job('j1').ended !== null);
    expect(bench.server.job('j1').output.toString()).toBe('done\n');
    // The server records the end before its answer reaches the agent, which then gives the job up.
    await until('the job to be given up', () => !existsSync(join(bench.host.stateDir, 'jobs/j1')));
    expect((await bench.server.run(bench.host.command('j1', 'echo 1 >>runs'))).isAccepted).toBe(
      false,
    );
    expect(runs()).toBe('1\n');
  });
});
