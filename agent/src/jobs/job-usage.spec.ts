import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Bench, createBench, removeBench, TestHost, until } from '../testing/agent-process.js';
import { FakeServer } from '../testing/fake-server.js';

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
  count += 1;
  host = new TestHost(bench, `usage-${String(count)}`, {});
  host.start(server.url);
  await until('the hello of the agent', () => server.isConnected);
});
afterEach(async () => {
  await host.end();
  await server.stop();
});

/** Holds this much in a variable of the shell, in a process of its own. */
const heldBytes = 48 * 1024 * 1024;
const hold = `sh -c 'x=$(head -c ${String(heldBytes)} /dev/zero | tr "\\0" a); echo held; sleep 1; exit 0'`;
const countUp = 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done';

describe('what a job used', () => {
  it('is reported at its end: the memory that it held, and its processor time', async () => {
    await server.run(host.command('j1', `${hold}; sh -c '${countUp}'`));
    await until('the end', () => server.job('j1').ended !== null);
    const { ended } = server.job('j1');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(ended?.maxRssBytes).toBeGreaterThan(heldBytes);
    expect(ended?.maxRssBytes).toBeLessThan(20 * heldBytes);
    expect(ended?.cpuSeconds).toBeGreaterThan(0.05);
    expect(ended?.cpuSeconds).toBeLessThan(60);
  }, 30_000);

  it('is known of one that was stopped, and after the agent was away', async () => {
    await server.run(host.command('j1', `${hold.replace('sleep 1', 'sleep 60')}`));
    await until('the memory', () => server.job('j1').output.includes('held'));
    const hellos = server.hellos.length;
    await host.end('SIGKILL');
    host.start(server.url);
    await until('the next hello', () => server.hellos.length > hellos);
    await server.stopJob({ jobId: 'j1', attempt: 1, reason: 'stopped' });
    await until('the end', () => server.job('j1').ended !== null);
    const { ended } = server.job('j1');
    expect(ended).toMatchObject({ reason: 'stopped' });
    expect(ended?.maxRssBytes).toBeGreaterThan(heldBytes);
    expect(ended?.cpuSeconds).toBeGreaterThan(0);
  }, 30_000);
});
