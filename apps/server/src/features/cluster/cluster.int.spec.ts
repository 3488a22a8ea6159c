import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { FakeAgent, openAgentSocket } from '@clusterdesk/tests/wire/fake-agent.js';
import {
  call,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { beforeTimer } from '@clusterdesk/tests/before-timer.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { MetricRepository } from './monitoring/metric.repository.js';
import { MetricSeriesRepository } from './monitoring/metric-series.repository.js';
import { NodePresence } from './presence/node-presence.service.js';
import { NodeEntity } from './node.entity.js';

const token = 'enrolment-token-of-the-local-node-0000';
let server: TestServer;
let adminToken: string;
let credentials: { nodeId: string; secret: string };

beforeAll(async () => {
  server = await startTestServer({ LOCAL_NODE_TOKEN: token, LOCAL_NODE_NAME: 'host-1' });
  adminToken = await signIn(server.baseUrl);
});
afterAll(() => server.stop());

const node = (): Promise<NodeEntity> =>
  server.dataSource.getRepository(NodeEntity).findOneByOrFail({ name: 'host-1' });
const monitor = () =>
  call(server.baseUrl, endpoints.cluster.monitorData, {}, { token: adminToken });

describe('an agent', () => {
  it('of another protocol is refused', async () => {
    for (const protocol of [1, 3, 99]) {
      await expect(
        FakeAgent.connect(server.baseUrl, { nodeId: '', secret: token }, { protocol }),
      ).rejects.toThrow('AGENT_PROTOCOL');
    }
    const shown = openAgentSocket(server.baseUrl, { protocol: 1, enrolToken: token });
    const refusal = new Promise<Error>((resolve) => shown.once('connect_error', resolve));
    expect(await refusal).toMatchObject({ message: 'AGENT_PROTOCOL' });
    shown.disconnect();
  });

  it('trades its enrolment token for a secret, once', async () => {
    credentials = await FakeAgent.enrol(server.baseUrl, token);
    expect((await node()).enrolTokenHash).not.toBeNull();
    const agent = await FakeAgent.connect(server.baseUrl, credentials);
    await waitFor('the token is spent', async () => (await node()).enrolTokenHash === null);
    agent.close();
    await expect(FakeAgent.enrol(server.baseUrl, token)).rejects.toThrow('does not know this key');
    const again = await FakeAgent.connect(server.baseUrl, credentials);
    again.close();
    expect(JSON.stringify(await server.dataSource.query('SELECT * FROM node'))).not.toContain(
      credentials.secret,
    );
  });

  it('shows what it reports, live and later', async () => {
    const agent = await FakeAgent.connect(server.baseUrl, credentials);
    await agent.hello();
    const time = Date.now() - 4_000;
    const samples = [
      { time, cpu: 12.5, mem: 40 },
      { time: time + 2_000, cpu: 37.5, mem: 60 },
    ];
    await agent.say('node.report-metrics', { samples });
    // What is said twice is stored once.
    await agent.say('node.report-metrics', { samples });
    const rows: unknown[] = await server.dataSource.query('SELECT cpu FROM node_metric');
    expect(rows).toHaveLength(2);
    const [record] = (await monitor()).result;
    expect(record).toMatchObject({
      hostname: 'host-1',
      kind: 'compute',
      online: true,
      cpuCount: 4,
      acceptsJobs: true,
    });
    const used = record!.cpus.map((point) => point.used);
    expect(used.reduce((sum, value) => sum + value, 0) / used.length).toBeCloseTo(25, 0);
    agent.close();
  });

  it('says which protections hold, and that one no longer does', async () => {
    const agent = await FakeAgent.connect(server.baseUrl, credentials);
    const shown = async () => (await monitor()).result[0]?.protections;
    await agent.hello();
    expect(await shown()).toBeNull();
    await agent.hello({ protections: ['account', 'files', 'network'] });
    expect(await shown()).toEqual(['account', 'files', 'network']);
    await agent.hello({ protections: ['account', 'files'] });
    expect(await shown()).toEqual(['account', 'files']);
    await agent.hello({ protections: [] });
    expect(await shown()).toEqual([]);
    agent.close();
  });

  it('is offline when it has been silent, and back with its next word', async () => {
    const { databaseUrl, dataDir } = server.config;
    // Another server on the same data, which takes a node for silent sooner.
    const quick = await startTestServer(
      { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
      undefined,
      {
        nodes: { silenceMs: 1_000, lookMs: 100 },
      },
    );
    try {
      const agent = await FakeAgent.connect(quick.baseUrl, credentials);
      await agent.hello();
      await waitFor('online', async () => (await node()).isOnline);
      agent.close();
      await waitFor('offline', async () => !(await node()).isOnline);
      const again = await FakeAgent.connect(server.baseUrl, credentials);
      await again.hello();
      // Hello is a word: nothing else is waited for.
      expect((await node()).isOnline).toBe(true);
      again.close();
    } finally {
      await quick.stop();
    }
  });

  it('does not believe a clock that runs ahead', async () => {
    const agent = await FakeAgent.connect(server.baseUrl, credentials);
    await agent.hello();
    await agent.say('node.report-metrics', {
      samples: [{ time: Date.now() + 86_400_000, cpu: 1, mem: 1 }],
    });
    const [row] = await server.dataSource.query<{ latest: Date }[]>(
      'SELECT max(time) AS latest FROM node_metric',
    );
    expect(row!.latest.getTime()).toBeLessThan(Date.now() + 10_000);
    agent.close();
  });

  it('has one sample a second and none of a time long gone, however many it sends', async () => {
    const agent = await FakeAgent.connect(server.baseUrl, credentials);
    await agent.hello();
    await server.dataSource.query('DELETE FROM node_metric');
    const now = Date.now();
    const each = Array.from({ length: 1_000 }, (_, index) => index);
    const at = (time: (index: number) => number) =>
      each.map((index) => ({ time: time(index), cpu: 1, mem: 1 }));
    await agent.say('node.report-metrics', { samples: at((index) => now - index) });
    await agent.say('node.report-metrics', { samples: at((index) => now - 86_400_000 - index) });
    const rows = await server.dataSource.query<unknown[]>('SELECT 1 FROM node_metric');
    expect([1, 2]).toContain(rows.length);
    agent.close();
  });

  it('gets no answer to what it may not say', async () => {
    const agent = await FakeAgent.connect(server.baseUrl, credentials);
    const wrong = { time: 1, cpu: 101, mem: 0 };
    await expect(agent.say('node.report-metrics', { samples: [wrong] }, 2_000)).rejects.toThrow(
      'timed out',
    );
    // A time that PostgreSQL does not know would keep everyone's samples of that second from being stored: it is left out.
    await agent.say('node.report-metrics', { samples: [{ time: -1e15, cpu: 1, mem: 1 }] });
    const right = { time: Date.now(), cpu: 1, mem: 1 };
    await agent.say('node.report-metrics', { samples: [right] });
    agent.close();
  });
});

describe('/monitor/data', () => {
  it('is only for those who have its menu', async () => {
    await createUser(server, 'reader');
    await createUser(server, 'watcher', ['platformMonitoring']);
    const ask = async (userName: string) =>
      call(
        server.baseUrl,
        endpoints.cluster.monitorData,
        {},
        {
          token: await signIn(server.baseUrl, userName, userPassword),
        },
      );
    expect(await ask('reader')).toMatchObject({ success: false, code: 403 });
    expect(await ask('watcher')).toMatchObject({ success: true, code: 200 });
  });

  it.each([{ from: -1 }, { to: 8.7e15 }, { from: 9_007_199_254_740_991 }])(
    'refuses %j',
    async (range) => {
      const { monitorData } = endpoints.cluster;
      const answer = await call(server.baseUrl, monitorData, range, { token: adminToken });
      expect(answer).toMatchObject({ httpStatus: 200, code: 400 });
    },
  );

  it('asks for one host only, and for nothing from before the retention', async () => {
    const [added] = await server.dataSource.query<{ id: string }[]>(
      `INSERT INTO node (kind, name) VALUES ('compute', 'host-9') RETURNING id`,
    );
    const sampled = (daysAgo: number) => ({
      ...{ nodeId: added!.id, time: Date.now() - daysAgo * 86_400_000 },
      ...{ cpu: 1, mem: 1 },
    });
    await server.get(MetricRepository).storeSamples([sampled(0.01), sampled(31)]);
    const list = jest.spyOn(server.get(MetricSeriesRepository), 'list');
    const answer = await call(
      server.baseUrl,
      endpoints.cluster.monitorData,
      { hostname: 'host-9', from: 0, to: 8_640_000_000_000_000 },
      { token: adminToken },
    );
    expect(answer.result.map(({ hostname }) => hostname)).toEqual(['host-9']);
    expect(answer.result[0]!.cpus).toHaveLength(1);
    expect(list).toHaveBeenCalledWith(
      expect.objectContaining({ nodeIds: [answer.result[0]!.nodeId] }),
    );
    list.mockRestore();
    await server.dataSource.query(`DELETE FROM node WHERE name = 'host-9'`);
  });

  it('averages into at most 300 points', async () => {
    const { id } = await node();
    await server.dataSource.query(
      `INSERT INTO node_metric (node_id, time, cpu, mem)
       SELECT $1, now() - step * interval '2 seconds', 50, 50 FROM generate_series(1, 5000) AS step
       ON CONFLICT DO NOTHING`,
      [id],
    );
    const to = Date.now();
    const answer = await call(
      server.baseUrl,
      endpoints.cluster.monitorData,
      { from: to - 10_000_000, to },
      { token: adminToken },
    );
    const points = answer.result[0]!.cpus;
    expect(points.length).toBeGreaterThan(250);
    expect(points.length).toBeLessThanOrEqual(300);
  });
});

describe('the silence of a node', () => {
  const silentSince = async () => (await node()).offlineSince!.getTime();
  const setSilent = async (minutes: number, listenedAgo: string) => {
    await server.dataSource.query(
      `UPDATE node SET is_online = false, offline_since = now() - $1 * interval '1 minute'`,
      [minutes],
    );
    await server.dataSource.query(
      `UPDATE cluster_listener SET listened_at = now() - $1::interval`,
      [listenedAgo],
    );
  };
  const minutesOfSilence = async () => (Date.now() - (await silentSince())) / 60_000;

  it('outlives restarts of servers, however many', async () => {
    await setSilent(9, '5 seconds');
    const presence = server.app.get(NodePresence);
    await presence.start();
    await presence.start();
    expect(await minutesOfSilence()).toBeCloseTo(9, 0);
  });

  it('does not grow while no server listened, and counts that once', async () => {
    await setSilent(129, '2 hours');
    const presence = server.app.get(NodePresence);
    await Promise.all([presence.start(), presence.start()]);
    expect(await minutesOfSilence()).toBeCloseTo(9, 0);
  });
});

describe('metrics', () => {
  it('are published while somebody watches, and only then', async () => {
    const agent = await FakeAgent.connect(server.baseUrl, credentials);
    await agent.hello();
    const publish = jest.spyOn(server.app.get(Realtime), 'publish');
    const isPublished = (): boolean => publish.mock.calls.some(([event]) => event === 'metrics');
    const report = () =>
      agent.say('node.report-metrics', { samples: [{ time: Date.now(), cpu: 1, mem: 1 }] });
    await report();
    expect(isPublished()).toBe(false);
    const page = await connectConsole(server.baseUrl, adminToken);
    const seen = new Promise((resolve) => page.socket.once('metrics', resolve));
    // Who only wants to know which hosts are there gets no measurements, and makes no agent report more often.
    expect(await page.ask('watch', { topic: 'hosts' })).toBe(true);
    expect(await report()).toMatchObject({ sendMs: 4_000 });
    expect(isPublished()).toBe(false);
    expect(await page.ask('watch', { topic: 'monitoring' })).toBe(true);
    expect(await report()).not.toHaveProperty('sendMs');
    expect(await seen).toMatchObject({ samples: [{ hostname: 'host-1' }] });
    page.close();
    publish.mockRestore();
    agent.close();
  });
});

it('the server stops at once though agents are connected', async () => {
  const enrolToken = 'enrolment-token-of-the-second-node-000';
  const other = await startTestServer({ LOCAL_NODE_TOKEN: enrolToken, LOCAL_NODE_NAME: 'host-2' });
  const agent = await FakeAgent.connect(
    other.baseUrl,
    await FakeAgent.enrol(other.baseUrl, enrolToken),
  );
  // If it waited for its agents, it would wait for as long as they stay.
  await beforeTimer(10_000, other.stop());
  agent.close();
});
