import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MetricSample } from '@clusterdesk/contracts';
import { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { connectConsole, type TestConsole } from '@clusterdesk/tests/server/test-console.js';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { AgentCommands } from './agents/agent-commands.service.js';
import { NodePresence } from './presence/node-presence.service.js';

/** Longer than the tests: what is told at most once in these times is told once, or not yet. */
const timings = { nodes: { tellMs: 600_000, newsMs: 600_000, reportsMs: 100 } };

let jobs: SpecJobs;
let one: TestServer;
let two: TestServer;
let agents: FakeAgent[] = [];

beforeAll(async () => {
  jobs = await SpecJobs.start({}, timings);
  one = jobs.server;
  two = await startTestServer(
    { DATABASE_URL: one.config.databaseUrl!, DATA_DIR: one.config.dataDir },
    undefined,
    timings,
  );
});
afterAll(async () => {
  await two.stop();
  await jobs.stop();
});
afterEach(() => {
  agents.forEach((agent) => agent.close());
  agents = [];
});

async function connectAgent(server: TestServer): Promise<FakeAgent> {
  const agent = await FakeAgent.connect(server.baseUrl, jobs.node.credentials);
  agents.push(agent);
  await agent.hello();
  return agent;
}

const stopThrough = (server: TestServer, jobId: string) =>
  server.get(AgentCommands).stopScript(jobs.node.nodeId, { jobId, attempt: 1, reason: 'stopped' });

/** A window of the administrator, who signed in at the first server. */
async function openWindow(server: TestServer, topics: readonly object[]): Promise<TestConsole> {
  const page = await connectConsole(server.baseUrl, jobs.token);
  for (const topic of topics) {
    expect(await page.ask('watch', topic)).toBe(true);
  }
  return page;
}

describe('of two servers on one database', () => {
  it('either commands an agent that is connected to the other', async () => {
    const agent = await connectAgent(one);
    for (const server of [two, one, two]) {
      expect(await stopThrough(server, 'j1')).toEqual({
        state: 'answered',
        reply: { isKnown: true },
      });
    }
    expect(agent.stops).toHaveLength(3);
  });

  it('the one that an agent has left commands it at the other', async () => {
    const before = await connectAgent(one);
    const isCut = new Promise((resolve) => before.socket.once('disconnect', resolve));
    const after = await connectAgent(two);
    await isCut;
    for (const server of [one, two]) {
      expect(await stopThrough(server, 'j2')).toMatchObject({ state: 'answered' });
    }
    expect([before.stops.length, after.stops.length]).toEqual([0, 2]);
    expect(await one.get(AgentCommands).canReach(jobs.node.nodeId)).toBe(true);
  });

  it('what is reported at the one is shown in windows of the other', async () => {
    const page = await openWindow(two, [{ topic: 'monitoring' }]);
    const heard: MetricSample[] = [];
    page.socket.on('metrics', ({ samples }: { samples: MetricSample[] }) => heard.push(...samples));
    const agent = await connectAgent(one);
    const sample = () => ({ time: Date.now(), cpu: 42, mem: 7 });
    await waitFor('a sample', async () => {
      await agent.say('node.report-metrics', { samples: [sample()] });
      return heard.length > 0;
    });
    expect(heard[0]).toMatchObject({ nodeId: jobs.node.nodeId, cpu: 42, mem: 7 });
    page.close();
  });
});

describe('a node that comes and goes', () => {
  it('is told of once by each server to a window, however often it does', async () => {
    const page = await openWindow(two, [
      { topic: 'hosts' },
      { topic: 'monitoring' },
      { topic: 'nodes', kind: 'compute' },
    ]);
    const told: { online: boolean }[] = [];
    let changes = 0;
    page.socket.on('nodeStatus', (event: { online: boolean }) => told.push(event));
    page.socket.on('nodesChanged', () => (changes += 1));
    for (let turn = 0; turn < 20; turn += 1) {
      const server = turn % 2 === 0 ? one : two;
      const agent = await connectAgent(server);
      agent.close();
      // As if it had been silent for long.
      await one.query(`UPDATE node SET last_seen_at = now() - interval '1 minute' WHERE id = $1`, [
        jobs.node.nodeId,
      ]);
      await server.get(NodePresence).look();
    }
    // Of each server later than what it had to say of the node.
    const shown = new Set<number>();
    page.socket.on('metrics', ({ samples }: { samples: MetricSample[] }) =>
      samples.forEach(({ cpu }) => shown.add(cpu)),
    );
    for (const [cpu, server] of [one, two].entries()) {
      const agent = await connectAgent(server);
      await waitFor('a sample', async () => {
        await agent.say('node.report-metrics', { samples: [{ time: Date.now(), cpu, mem: 7 }] });
        return shown.has(cpu);
      });
    }
    expect([1, 2]).toContain(told.length);
    expect(changes).toBe(0);
    page.close();
  });
});
