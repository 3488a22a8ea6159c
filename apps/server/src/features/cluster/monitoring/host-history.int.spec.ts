import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { endpoints, metricReportSchema, type HostFigures } from '@clusterdesk/contracts';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { addConnectedNodes } from '@clusterdesk/tests/features/connected-nodes.js';
import {
  call,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import type { ConnectedAgent } from '../agents/agent-events.js';
import { HostHistories } from './host-history.service.js';
import { ReportIntake } from './report-intake.service.js';

const minuteMs = 60_000;
let server: TestServer;
let token: string;
let agent: ConnectedAgent;

beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.baseUrl);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.query('TRUNCATE node_figures');
  await server.query('DELETE FROM node');
  const [added] = await addConnectedNodes(server, 1);
  if (!added) {
    throw new Error('No node');
  }
  agent = added;
});

const gpuOf = (index: number) => ({
  ...{ index, name: 'A100', used: 1, memoryBytes: 2, memoryUsedBytes: 1, temperature: 40 },
});
const disks = [{ mount: '/', sizeBytes: 1_000, usedBytes: 250 }];
const figures = (agoMs: number, given: Partial<HostFigures> = {}): HostFigures => ({
  ...{ time: Date.now() - agoMs, load: 1.5, networkIn: 1_000, networkOut: null, disks },
  ...given,
});
const tell = (told: HostFigures[]) =>
  server.get(ReportIntake).handlers['node.report-metrics'](agent, { samples: [], figures: told });
const ask = (nodeId: string, from = Date.now() - 3_600_000) =>
  call(server.baseUrl, endpoints.cluster.hostHistory, { nodeId, from }, { token });

it('shows what a host told, each minute of it once', async () => {
  const told = [figures(3 * minuteMs), figures(minuteMs, { load: 2.5, networkOut: 8 })];
  await tell(told);
  // The answer was lost, and so it is said again.
  await tell(told);
  const { result } = await ask(agent.nodeId);
  expect(result.points.map(({ load, networkOut }) => [load, networkOut])).toEqual([
    [1.5, null],
    [2.5, 8],
  ]);
  expect(result.stepMs).toBe(minuteMs);
  expect(result.heardAt).toBeGreaterThan(Date.now() - 3 * minuteMs);
  expect(result.disks).toMatchObject([{ mount: '/', sizeBytes: 1_000, usedBytes: 250 }]);
  expect(result.disks[0]?.points.map(({ used }) => used)).toEqual([25, 25]);
});

it('shows the graphics processors of a host that has some', async () => {
  const cold = { ...gpuOf(0), used: 20 };
  const silent = { ...cold, index: 1, used: null };
  await tell([
    figures(2 * minuteMs, { gpus: [cold, silent] }),
    figures(minuteMs, { gpus: [{ ...cold, used: 80 }, silent] }),
  ]);
  const { gpus } = (await ask(agent.nodeId)).result;
  expect(gpus).toMatchObject([
    { index: 0, used: 80, temperature: 40 },
    { index: 1, used: null, points: [] },
  ]);
  const valuesOf = (points: { used: number }[] = []) => points.map(({ used }) => used);
  expect(valuesOf(gpus[0]?.points)).toEqual([20, 80]);
  expect(valuesOf(gpus[1]?.memoryPoints)).toEqual([50, 50]);
});

it('shows no graphics processors where the agent told of none last', async () => {
  await tell([figures(minuteMs)]);
  expect((await ask(agent.nodeId)).result.gpus).toEqual([]);
});

it('shows how well a host reaches the server, and how often it lost it within a day', async () => {
  const reachOf = (roundTripMs: number | null, cuts: number, clockOffMs = 0) => ({
    reach: { roundTripMs, clockOffMs, cuts },
  });
  expect((await ask(agent.nodeId)).result.reach).toBeNull();
  const lastCut = figures(2 * minuteMs, reachOf(null, 1));
  await tell([
    figures(4 * minuteMs, reachOf(3, 2)),
    figures(3 * minuteMs),
    lastCut,
    figures(minuteMs, reachOf(700, 0, -6_000)),
  ]);
  const hoursAgo = (hours: number): number =>
    Math.floor(Date.now() / minuteMs - hours * 60) * minuteMs;
  await server.get(HostHistories).store(
    [23, 25].map((hours) => ({
      ...figures(0, { time: hoursAgo(hours), reach: { roundTripMs: 1, clockOffMs: 0, cuts: 8 } }),
      nodeId: agent.nodeId,
    })),
  );
  const { result } = await ask(agent.nodeId);
  expect(result.points.map(({ roundTripMs }) => roundTripMs)).toEqual([3, null, null, 700]);
  expect(result.reach).toMatchObject({ roundTripMs: 700, clockOffMs: -6_000, cutsOfDay: 11 });
  expect(result.reach?.lastCutAt).toBe(Math.floor(lastCut.time / minuteMs) * minuteMs);
});

it('names the hosts whose way is long, or whose clock is wrong, now', async () => {
  const { badReach } = endpoints.cluster;
  const bad = async () => (await call(server.baseUrl, badReach, {}, { token })).result;
  const reachOf = (agoMs: number, roundTripMs: number, clockOffMs: number) =>
    figures(agoMs, { reach: { roundTripMs, clockOffMs, cuts: 0 } });
  await tell([reachOf(7 * minuteMs, 900, 9_000)]);
  expect(await bad()).toEqual([]);
  await tell([reachOf(3 * minuteMs, 10, -6_000)]);
  expect(await bad()).toEqual([{ nodeId: agent.nodeId, roundTripMs: 10, clockOffMs: -6_000 }]);
  await tell([reachOf(2 * minuteMs, 900, 0)]);
  expect(await bad()).toHaveLength(1);
  await tell([reachOf(minuteMs, 500, 5_000)]);
  expect(await bad()).toEqual([]);
  expect((await call(server.baseUrl, badReach, {})).code).toBe(401);
});

it('says with each answer how long it took, and what time it is', async () => {
  const before = Date.now();
  const { heldMs, now } = await tell([figures(minuteMs)]);
  expect(heldMs).toBeGreaterThan(0);
  expect(now).toBeGreaterThanOrEqual(before);
});

it('averages a long range', async () => {
  await tell(
    Array.from({ length: 100 }, (_, index) => figures(index * minuteMs, { load: index % 2 })),
  );
  const { result } = await ask(agent.nodeId, Date.now() - 30 * 86_400_000);
  expect(result.stepMs).toBeGreaterThan(100 * minuteMs);
  expect(result.points.length).toBeLessThanOrEqual(2);
  expect(result.points[0]?.load).toBeCloseTo(0.5, 0);
});

it('keeps nothing of impossible times, and one row for each minute at most', async () => {
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  await tell([
    figures(0, { time: 0 }),
    figures(24 * 60 * minuteMs),
    ...Array.from({ length: 50 }, (_, index) => figures(0, { time: now - 5 * minuteMs + index })),
  ]);
  const [{ count } = { count: null }] = await server.query(
    'SELECT count(*)::int AS count FROM node_figures',
  );
  expect(count).toBe(1);
});

it.each([
  ['a share beyond all', { load: Infinity }],
  ['less than nothing', { networkIn: -1 }],
  ['more disks than are told of', { disks: Array.from({ length: 17 }, () => disks[0]) }],
  ['a mount of any length', { disks: [{ ...disks[0], mount: 'x'.repeat(300) }] }],
  ['a card that is busier than it can be', { gpus: [{ ...gpuOf(0), used: 101 }] }],
  ['more cards than are told of', { gpus: Array.from({ length: 17 }, (_, at) => gpuOf(at)) }],
  ['a size that is none', { disks: [{ ...disks[0], sizeBytes: 1.5 }] }],
])('refuses %s', (_what, given) => {
  const report = { samples: [], figures: [{ ...figures(0), ...given }] };
  expect(metricReportSchema.safeParse(report).success).toBe(false);
});

it('reads what a terminal would heed in a mount as question marks', () => {
  const mount = '/\u001b[31m';
  const report = {
    samples: [],
    figures: [figures(0, { disks: [{ mount, sizeBytes: 1, usedBytes: 1 }] })],
  };
  expect(metricReportSchema.parse(report).figures?.[0]?.disks[0]?.mount).toBe('/?[31m');
});

it('says of a host that is not there that it is not', async () => {
  expect((await ask('00000000-0000-4000-8000-000000000000')).code).toBe(404);
  expect((await ask('nonsense')).code).toBe(404);
  const nothing = await ask(agent.nodeId);
  expect(nothing.result).toMatchObject({ points: [], disks: [], heardAt: null });
});

it('asks for the processes of a host only while somebody looks at it, and shows them there', async () => {
  const handler = server.get(ReportIntake).handlers['node.report-metrics'];
  const process = { pid: 7, name: 'solver', user: 'ann', cpu: 150, memoryBytes: 1_000 };
  const report = { samples: [], processes: [process] };
  expect((await handler(agent, report)).isWatched).toBeUndefined();
  const page = await connectConsole(server.baseUrl, token);
  const told: unknown[] = [];
  page.socket.on('hostProcesses', (event) => told.push(event));
  expect(await page.ask('watch', { topic: 'host', nodeId: agent.nodeId })).toBe(true);
  await waitFor('the look', async () => (await handler(agent, report)).isWatched === true);
  await waitFor('the event', () => told.length > 0);
  expect(told[0]).toEqual({ nodeId: agent.nodeId, processes: [process] });
  page.socket.close();
  await waitFor('nobody to look', async () => !(await handler(agent, report)).isWatched);
});

it.each([
  ['no process at all', { pid: 0 }],
  ['a name of any length', { name: 'x'.repeat(65) }],
  ['less than nothing', { memoryBytes: -1 }],
])('refuses %s', (_what, given) => {
  const process = { pid: 7, name: 'a', user: 'b', cpu: 1, memoryBytes: 1, ...given };
  expect(metricReportSchema.safeParse({ samples: [], processes: [process] }).success).toBe(false);
});

it('shows nothing to those who may not see hosts', async () => {
  const { code } = await call(server.baseUrl, endpoints.cluster.hostHistory, {
    nodeId: agent.nodeId,
  });
  expect(code).toBe(401);
});
