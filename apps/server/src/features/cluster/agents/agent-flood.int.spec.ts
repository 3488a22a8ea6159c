import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs, type SpecNode } from '@clusterdesk/tests/features/jobs-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { NodeRepository } from '../node.repository.js';
import { agentEventSchemas } from './agent-events.js';

let jobs: SpecJobs;
let other: SpecNode;
let hostile: FakeAgent;
let honest: FakeAgent;

beforeAll(async () => {
  jobs = await SpecJobs.start();
  other = await jobs.addNode('other', 4);
});
afterAll(() => jobs.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  hostile.close();
  await jobs.closeAgents();
});

/** Two nodes, each with its agent, one of which means no good. */
async function connectBoth(): Promise<void> {
  hostile = await FakeAgent.connect(jobs.server.baseUrl, other.credentials);
  await hostile.hello();
  honest = await jobs.connect();
}

const sample = () => ({ time: Date.now(), cpu: 1, mem: 1 });

describe('a node that floods the server', () => {
  it('is read no further than what waits for its turn', async () => {
    await connectBoth();
    const gone = new Promise<string>((resolve) => hostile.socket.once('disconnect', resolve));
    const read = jest.spyOn(agentEventSchemas['node.report-metrics'], 'safeParse');
    for (let index = 0; index < 3_000; index += 1) {
      const message = hostile.sign('node.report-metrics', { samples: [sample()] });
      hostile.socket.emit('node.report-metrics', message, () => undefined);
    }
    await gone;
    expect(read.mock.calls.length).toBeLessThan(500);
  });

  it('with reports is put out, and pushes no other node’s out', async () => {
    await connectBoth();
    const gone = new Promise<string>((resolve) => hostile.socket.once('disconnect', resolve));
    const report = { samples: Array.from({ length: 20 }, sample) };
    const flood = (count: number): void => {
      for (let index = 0; index < count; index += 1) {
        const message = hostile.sign('node.report-metrics', report);
        hostile.socket.emit('node.report-metrics', message, () => undefined);
      }
    };
    flood(1_000);
    const answered = honest.say('node.report-metrics', { samples: [sample()] });
    flood(6_000);
    await answered;
    expect(await gone).toBe('io server disconnect');
  });

  it('with hellos costs what a few cost, and another node’s is answered', async () => {
    await connectBoth();
    const saved = jest.spyOn(jobs.server.app.get(NodeRepository), 'saveHello');
    for (let index = 0; index < 200; index += 1) {
      hostile.hello({ agentVersion: String(index) }, 2_000).catch(() => undefined);
    }
    await honest.hello();
    const ofHostile = saved.mock.calls.filter(([nodeId]) => nodeId === other.nodeId);
    expect(ofHostile.length).toBeLessThan(20);
  });

  it('with what nobody can read is put out', async () => {
    await connectBoth();
    const gone = new Promise<string>((resolve) => hostile.socket.once('disconnect', resolve));
    for (let index = 0; index < 3_000; index += 1) {
      const message = hostile.sign('node.report-metrics', { samples: [{}] });
      hostile.socket.emit('node.report-metrics', message, () => undefined);
    }
    expect(await gone).toBe('io server disconnect');
    await honest.say('node.report-metrics', { samples: [] });
  });

  it('with connections has a few of them', async () => {
    await connectBoth();
    const more = await Promise.all(
      Array.from({ length: 10 }, () => FakeAgent.connect(jobs.server.baseUrl, other.credentials)),
    );
    const { agents } = jobs.server.app.get(Realtime);
    const ofHostile = (): number =>
      [...agents.sockets.values()].filter(({ data }) => data.nodeId === other.nodeId).length;
    await waitFor('the others to be put out', () => ofHostile() <= 3);
    more.forEach((agent) => agent.close());
    expect(honest.socket.connected).toBe(true);
  });
});
