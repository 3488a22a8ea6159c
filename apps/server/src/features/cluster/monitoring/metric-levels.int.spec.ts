import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endpoints, limits, type MonitorRecord } from '@clusterdesk/contracts';
import {
  call,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { metricsDays, rawMetricsDays } from '../cluster.settings.js';
import { MetricDays } from './metric-days.service.js';
import { MetricRepository } from './metric.repository.js';
import { MetricSeriesRepository } from './metric-series.repository.js';
import { MonitoringService } from './monitoring.service.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let server: TestServer;
let token: string;
let nodeId: string;

beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.baseUrl);
});
afterAll(() => server.stop());

beforeEach(async () => {
  await server.query('TRUNCATE node_metric, node_metric_level');
  await server.query('DELETE FROM node');
  const [node] = await server.query(
    `INSERT INTO node (kind, name) VALUES ('compute', 'calc-1') RETURNING id`,
  );
  nodeId = String(node?.['id']);
});

const prune = (): Promise<void> => server.get(MonitoringService).prune();
const dayName = (table: string, ago: number): string =>
  `${table}_${new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10).replaceAll('-', '_')}`;

async function partitions(table: string): Promise<unknown[]> {
  const rows = await server.query(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [table],
  );
  return rows.map((row) => row['name']);
}

/** Samples as agents send them, through what stores those. */
async function store(times: readonly number[], cpu: (time: number) => number, id = nodeId) {
  const samples = times.map((time) => ({ nodeId: id, time, cpu: cpu(time), mem: 50 }));
  await server.get(MetricRepository).storeSamples(samples);
}

/** Moments from `fromAgo` to `toAgo` milliseconds ago, every `everyMs`, at whole minutes and their parts. */
function moments(fromAgo: number, toAgo: number, everyMs: number): number[] {
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  const count = Math.floor((fromAgo - toAgo) / everyMs);
  return Array.from({ length: count }, (_, index) => now - fromAgo + index * everyMs);
}

const levels = (level: number) =>
  server.query(
    `SELECT (extract(epoch FROM time) * 1000)::float8 AS time, cpu, mem, samples FROM node_metric_level
     WHERE level = $1 AND node_id = $2 ORDER BY time`,
    [level, nodeId],
  );

async function ask(rangeMs: number, to = Date.now()): Promise<MonitorRecord['cpus']> {
  const { result } = await call(
    server.baseUrl,
    endpoints.cluster.monitorData,
    { from: to - rangeMs, to },
    { token },
  );
  return result.find((record) => record.nodeId === nodeId)?.cpus ?? [];
}

it('averages of one host are read without those of the others', async () => {
  await server.query(
    `INSERT INTO node_metric_level (level, time, node_id, cpu, mem, samples)
     SELECT 60, now() - minute * interval '1 minute', md5(node::text)::uuid, 1, 1, 1
     FROM generate_series(1, 500) minute, generate_series(1, 100) node
     ON CONFLICT DO NOTHING`,
  );
  await server.query('ANALYZE node_metric_level');
  const log = jest.spyOn(server.dataSource.logger, 'logQuery');
  const to = Date.now();
  const query = { level: 60 as const, from: to - 10 * hourMs, to, stepMs: minuteMs };
  const nodeIds = ['c4ca4238-a0b9-2382-0dcc-509a6f75849b'];
  const [series] = await server.get(MetricSeriesRepository).list({ ...query, nodeIds });
  expect(series?.steps.length).toBeGreaterThan(400);
  const [sql = '', parameters] = log.mock.calls.find(([query]) => query.includes('"nodeId"')) ?? [];
  log.mockRestore();
  const plan = await server.query(`EXPLAIN (FORMAT JSON) ${sql}`, Object.values(parameters ?? []));
  const indexes = JSON.stringify(plan).matchAll(/"Index Name":"([^"]+)"/g);
  const names = [...indexes].map(([, name]) => name);
  expect(names).not.toEqual([]);
  expect(names.every((name) => name?.endsWith('_node_id_level_time_idx'))).toBe(true);
});

describe('the days of metrics', () => {
  it('are made with their first sample, by any number of processes at once', async () => {
    const now = Date.now() + 30 * dayMs;
    const processes = [1, 2, 3].map(() => new MetricDays(server.dataSource));
    await Promise.all(processes.map((days) => days.make(now, now + dayMs)));
    for (const table of ['node_metric', 'node_metric_level']) {
      expect(await partitions(table)).toEqual(
        expect.arrayContaining([-30, -31].map((ago) => dayName(table, ago))),
      );
    }
    await store([Date.now() - 20 * dayMs], () => 7);
    expect(await server.query('SELECT cpu FROM node_metric')).toEqual([{ cpu: 7 }]);
  });

  it('go when they are over: samples sooner than averages', async () => {
    const settings = server.get(Settings);
    await settings.set(metricsDays, 10);
    await settings.set(rawMetricsDays, 2);
    const now = Date.now();
    await store([now - 12 * dayMs, now - 5 * dayMs, now - dayMs], () => 33);

    await prune();
    const left = await partitions('node_metric');
    expect(left).toContain(dayName('node_metric', 1));
    expect(left).not.toContain(dayName('node_metric', 5));
    const averaged = await partitions('node_metric_level');
    expect(averaged).toContain(dayName('node_metric_level', 5));
    expect(averaged).not.toContain(dayName('node_metric_level', 12));
    // Of a short range that long ago there are no samples any more, but their averages.
    expect(await ask(hourMs, now - 5 * dayMs + 10 * minuteMs)).toMatchObject([{ used: 33 }]);
    await settings.set(metricsDays, limits.metricsDays);
    await settings.set(rawMetricsDays, limits.rawMetricsDays);
  });

  it('one that somebody reads is left to the next run, and holds up nobody for long', async () => {
    const old = Date.now() - 40 * dayMs;
    await server.get(MetricDays).make(old, old);
    const reader = server.dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT count(*) FROM node_metric');
    const pruned = prune();
    await store([Date.now()], () => 1);
    await pruned;
    expect(await partitions('node_metric')).toContain(dayName('node_metric', 40));
    await reader.commitTransaction();
    await reader.release();
    await prune();
    expect(await partitions('node_metric')).not.toContain(dayName('node_metric', 40));
  });

  it('show nothing of a deleted node, and take nothing of an unknown one', async () => {
    await store(moments(20 * minuteMs, 5 * minuteMs, 10_000), () => 1);
    const { remove } = endpoints.calculations;
    const answer = await call(server.baseUrl, remove, { id: nodeId }, { token });
    expect(answer).toMatchObject({ code: 200 });
    expect(await ask(hourMs)).toEqual([]);
    await store([Date.now()], () => 3);
    expect(await server.query('SELECT 1 FROM node_metric WHERE cpu = 3')).toEqual([]);
    expect(await server.query('SELECT 1 FROM node_metric_level WHERE cpu = 3')).toEqual([]);
  });
});

describe('averages', () => {
  it('are of a minute and of a quarter of an hour, weighted by samples', async () => {
    const times = moments(2 * hourMs, 5 * minuteMs, 20_000);
    // As they come: a few of an interval at a time.
    for (let begin = 0; begin < times.length; begin += 50) {
      await store(times.slice(begin, begin + 50), (time) => (time % hourMs) / minuteMs);
    }
    const minutes = await levels(60);
    expect(minutes).toHaveLength(115);
    expect(minutes.every(({ samples }) => samples === 3)).toBe(true);
    const quarters = await levels(900);
    expect(quarters.length).toBeGreaterThanOrEqual(6);
    const whole = quarters.find(({ samples }) => samples === 45);
    const inside = times.filter(
      (time) => time >= Number(whole?.['time']) && time < Number(whole?.['time']) + 900_000,
    );
    const mean = inside.reduce((sum, time) => sum + (time % hourMs) / minuteMs, 0) / inside.length;
    expect(whole?.['cpu']).toBeCloseTo(mean, 3);
  });

  it('count each sample once, however often and from how many servers it is sent', async () => {
    const times = moments(2 * hourMs, 5 * minuteMs, 20_000);
    const send = (part: readonly number[]) => store(part, (time) => (time / 20_000) % 100);
    await send(times);
    const first = [await levels(60), await levels(900)];
    await send(times);
    expect([await levels(60), await levels(900)]).toEqual(first);
    await server.query('TRUNCATE node_metric, node_metric_level');
    const halves = [times.slice(0, 200), times.slice(100)];
    await Promise.all([...halves, ...halves.map((half) => half.toReversed())].map(send));
    const samples = async (level: number) => (await levels(level)).map((one) => one['samples']);
    expect([await samples(60), await samples(900)]).toEqual(
      first.map((level) => level.map((one) => one['samples'])),
    );
  });

  it('take in what an agent replays after a cut', async () => {
    const times = moments(2 * hourMs, 5 * minuteMs, 20_000);
    const isCut = (time: number): boolean =>
      time > Date.now() - 70 * minuteMs && time < Date.now() - 15 * minuteMs;
    await store(
      times.filter((time) => !isCut(time)),
      () => 10,
    );
    const before = await levels(60);
    expect(before.length).toBeLessThan(65);
    await store(times.filter(isCut), () => 90);
    expect(await levels(60)).toHaveLength(115);
    const most = (await levels(900)).map(({ cpu }) => Number(cpu));
    expect(Math.max(...most)).toBe(90);
  });
});

describe('/monitor/data', () => {
  it('shows every range in at most 300 points, up to the newest minute', async () => {
    // As many as each range has points for.
    const spans = [
      [30 * dayMs, 150 * minuteMs],
      [7 * dayMs, 45 * minuteMs],
      [dayMs, minuteMs],
    ] as const;
    const times = spans.flatMap(([range, every]) => moments(range, minuteMs, every));
    await store(times, () => 40);
    await store([Date.now()], () => 100);
    for (const rangeMs of [hourMs / 4, hourMs, 6 * hourMs, dayMs, 7 * dayMs, 30 * dayMs]) {
      const points = await ask(rangeMs);
      expect(points.length).toBeLessThanOrEqual(limits.monitorMaxPoints);
      expect(points.length).toBeGreaterThan(rangeMs > hourMs ? 170 : 10);
      expect(points.map(({ time }) => time)).toEqual(
        points.map(({ time }) => time).toSorted((a, b) => a - b),
      );
      expect(points[0]!.used).toBeCloseTo(40, 1);
      expect(points.at(-1)!.used).toBeGreaterThan(40);
    }
  });
});
