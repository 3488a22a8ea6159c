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
import { MetricRollUp } from './metric-roll-up.service.js';
import { MetricSeriesRepository } from './series/metric-series.repository.js';
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
  await server.query(
    'TRUNCATE node_metric, node_metric_level, node_metric_roll_up, node_metric_late, node_metric_removal',
  );
  await server.query('DELETE FROM node');
  const [node] = await server.query(
    `INSERT INTO node (kind, name) VALUES ('compute', 'calc-1') RETURNING id`,
  );
  nodeId = String(node?.['id']);
});

const rollUp = (signal = new AbortController().signal): Promise<void> =>
  server.get(MetricRollUp).run(signal);
const prune = (): Promise<void> =>
  server.get(MonitoringService).prune(new AbortController().signal);
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
  const parts = [{ level: 60 as const, from: to - 10 * hourMs, to }];
  const nodeIds = ['c4ca4238-a0b9-2382-0dcc-509a6f75849b'];
  const [series] = await server
    .get(MetricSeriesRepository)
    .list({ parts, stepMs: minuteMs, nodeIds });
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
  it('stand ready for late samples and for the days to come', async () => {
    for (const table of ['node_metric', 'node_metric_level']) {
      expect(await partitions(table)).toEqual(
        expect.arrayContaining([0, -1, -2].map((ago) => dayName(table, ago))),
      );
    }
  });

  it('are made by any number of processes at once', async () => {
    const name = dayName('node_metric', -2);
    await server.query(`DROP TABLE ${name}`);
    const days = server.get(MetricDays);
    await Promise.all([days.prepare(), days.prepare(), days.prepare()]);
    expect(await partitions('node_metric')).toContain(name);
  });

  it('a sample whose day is missing is stored all the same', async () => {
    await server.query(`DROP TABLE ${dayName('node_metric', 0)}`);
    const now = Date.now();
    await store([now], () => 7);
    expect(await server.query('SELECT cpu FROM node_metric')).toEqual([{ cpu: 7 }]);
  });

  it('go when they are over: samples sooner than averages, and not before they are averaged', async () => {
    const settings = server.get(Settings);
    await settings.set(metricsDays, 10);
    await settings.set(rawMetricsDays, 2);
    const days = server.get(MetricDays);
    const now = Date.now();
    await days.make('node_metric', now - 12 * dayMs, now);
    await days.make('node_metric_level', now - 12 * dayMs, now);
    await store([now - 5 * dayMs], () => 33);

    await prune();
    expect(await partitions('node_metric')).toContain(dayName('node_metric', 5));
    expect(await partitions('node_metric')).not.toContain(dayName('node_metric', 12));

    await rollUp();
    await prune();
    expect(await partitions('node_metric')).not.toContain(dayName('node_metric', 4));
    expect(await partitions('node_metric')).toContain(dayName('node_metric', 1));
    expect(await partitions('node_metric_level')).toContain(dayName('node_metric_level', 9));
    expect(await partitions('node_metric_level')).not.toContain(dayName('node_metric_level', 12));
    expect(await levels(60)).toMatchObject([{ cpu: 33, samples: 1 }]);
    // Of a short range that long ago there are no samples any more, but their averages.
    expect(await ask(hourMs, now - 5 * dayMs + 10 * minuteMs)).toMatchObject([{ used: 33 }]);
    await settings.set(metricsDays, limits.metricsDays);
    await settings.set(rawMetricsDays, limits.rawMetricsDays);
  });

  it('one that somebody reads is left to the next run, and holds up nobody for long', async () => {
    const old = Date.now() - 40 * dayMs;
    await server.get(MetricDays).make('node_metric', old, old);
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

  it('do not keep what a deleted node left, and take nothing of an unknown one', async () => {
    await store(moments(20 * minuteMs, 5 * minuteMs, 10_000), () => 1);
    await rollUp();
    const [other] = await server.query(
      `INSERT INTO node (kind, name) VALUES ('compute', 'calc-2') RETURNING id`,
    );
    const otherId = String(other?.['id']);
    await store([Date.now()], () => 2, otherId);
    const { remove } = endpoints.calculations;
    const answer = await call(server.baseUrl, remove, { id: nodeId }, { token });
    expect(answer).toMatchObject({ code: 200 });
    await store([Date.now()], () => 3);
    await prune();
    expect(await server.query('SELECT cpu FROM node_metric')).toEqual([{ cpu: 2 }]);
    expect(await server.query('SELECT 1 FROM node_metric_level')).toEqual([]);
    expect(await server.query('SELECT 1 FROM node_metric_removal')).toEqual([]);
  });
});

describe('averages', () => {
  it('are of a minute and of a quarter of an hour, weighted by samples', async () => {
    const times = moments(2 * hourMs, 5 * minuteMs, 20_000);
    await store(times, (time) => (time % hourMs) / minuteMs);
    await rollUp();
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

  it('are the same after another run, after a stop in between, and after two at once', async () => {
    await store(moments(2 * hourMs, 5 * minuteMs, 20_000), (time) => (time / 20_000) % 100);
    const stopped = new AbortController();
    const days = server.get(MetricDays);
    const make = days.make.bind(days);
    const spy = jest.spyOn(days, 'make').mockImplementation(async (...asked) => {
      stopped.abort();
      await make(...asked);
    });
    await rollUp(stopped.signal);
    spy.mockRestore();
    const part = await levels(60);
    await rollUp();
    const first = [await levels(60), await levels(900)];
    expect(part.length).toBeGreaterThan(0);
    expect(part.length).toBeLessThan(first[0]!.length);
    await rollUp();
    await server.query('DELETE FROM node_metric_roll_up');
    await Promise.all([rollUp(), rollUp()]);
    await rollUp();
    expect([await levels(60), await levels(900)]).toEqual(first);
  });

  it('take in what an agent replays after a cut', async () => {
    const times = moments(2 * hourMs, 5 * minuteMs, 20_000);
    const isCut = (time: number): boolean =>
      time > Date.now() - 70 * minuteMs && time < Date.now() - 15 * minuteMs;
    await store(
      times.filter((time) => !isCut(time)),
      () => 10,
    );
    await rollUp();
    const before = await levels(60);
    expect(before.length).toBeLessThan(65);
    await store(times.filter(isCut), () => 90);
    await rollUp();
    expect(await levels(60)).toHaveLength(115);
    const most = (await levels(900)).map(({ cpu }) => Number(cpu));
    expect(Math.max(...most)).toBe(90);
    expect(await server.query('SELECT 1 FROM node_metric_late')).toEqual([]);
  });

  it('a late sample whose transaction is still open while its interval is averaged is not lost', async () => {
    await store(moments(hourMs, 5 * minuteMs, 20_000), () => 10);
    const late = Date.now() - 30 * minuteMs;
    await store([late], () => 10);
    const [{ time } = { time: null }] = await server.query(
      'SELECT time FROM node_metric_late LIMIT 1',
    );
    const storing = server.dataSource.createQueryRunner();
    await storing.startTransaction();
    await storing.query(
      `INSERT INTO node_metric_late (node_id, time) VALUES ($1, $2)
       ON CONFLICT (time, node_id) DO UPDATE SET time = excluded.time`,
      [nodeId, time],
    );
    await storing.query(
      `INSERT INTO node_metric (node_id, time, cpu, mem) VALUES ($1, $2::timestamptz + interval '1 second', 100, 1)`,
      [nodeId, time],
    );
    await rollUp();
    await storing.commitTransaction();
    await storing.release();
    await rollUp();
    const [minute] = await server.query(
      'SELECT cpu FROM node_metric_level WHERE level = 60 AND time = $1',
      [time],
    );
    expect(Number(minute?.['cpu'])).toBeGreaterThan(10);
  });

  it('begin with what is kept, not with what is older', async () => {
    const days = server.get(MetricDays);
    const now = Date.now();
    await days.make('node_metric', now - 40 * dayMs, now);
    await store([now - 35 * dayMs, now - 20 * dayMs], () => 5);
    await rollUp();
    expect(await levels(60)).toHaveLength(1);
    await prune();
  });
});

describe('/monitor/data', () => {
  it('shows every range in at most 300 points, up to the newest minute', async () => {
    const days = server.get(MetricDays);
    const now = Date.now();
    await days.make('node_metric', now - 30 * dayMs, now);
    // As many as each range has points for; more would only take longer to average.
    for (const [range, every] of [
      ['30 days', '150 minutes'],
      ['7 days', '45 minutes'],
      ['1 day', '1 minute'],
    ]) {
      await server.query(
        `INSERT INTO node_metric (node_id, time, cpu, mem)
         SELECT $1, time, 40, 50 FROM generate_series(now() - $2::interval, now(), $3::interval) AS time
         ON CONFLICT DO NOTHING`,
        [nodeId, range, every],
      );
    }
    await rollUp();
    // What the last run has not averaged yet.
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
