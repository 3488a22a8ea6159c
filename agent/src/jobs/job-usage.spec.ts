import { beforeEach, describe, expect, it } from '@jest/globals';
import { AgentBench } from '../../testing/agent-bench.js';
import { until } from '../../testing/agent-process.js';

const bench = new AgentBench();

beforeEach(() => bench.startHost());

/** Holds this much in a variable of the shell, in a process of its own. */
const heldBytes = 48 * 1024 * 1024;
const hold = `sh -c 'x=$(head -c ${String(heldBytes)} /dev/zero | tr "\\0" a); echo held; sleep 1; exit 0'`;
const countUp = 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done';

describe('what a job used', () => {
  it('is reported at its end: the memory that it held, and its processor time', async () => {
    await bench.server.run(bench.host.command('j1', `${hold}; sh -c '${countUp}'`));
    await until('the end', bench.hasEnded('j1'));
    const { ended } = bench.server.job('j1');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(ended?.maxRssBytes).toBeGreaterThan(heldBytes);
    expect(ended?.maxRssBytes).toBeLessThan(20 * heldBytes);
    expect(ended?.cpuSeconds).toBeGreaterThan(0.05);
    expect(ended?.cpuSeconds).toBeLessThan(60);
  });

  it('is known of one that was stopped, and after the agent was away', async () => {
    await bench.server.run(bench.host.command('j1', `${hold.replace('sleep 1', 'sleep 600')}`));
    await until('the memory', () => bench.server.job('j1').output.includes('held'));
    const hellos = bench.server.hellos.length;
    await bench.host.end('SIGKILL');
    bench.host.start(bench.server.url);
    await until('the next hello', () => bench.server.hellos.length > hellos);
    await bench.server.stopJob({ jobId: 'j1', attempt: 1, reason: 'stopped' });
    await until('the end', bench.hasEnded('j1'));
    const { ended } = bench.server.job('j1');
    expect(ended).toMatchObject({ reason: 'stopped' });
    expect(ended?.maxRssBytes).toBeGreaterThan(heldBytes);
    expect(ended?.cpuSeconds).toBeGreaterThan(0);
  });
});
