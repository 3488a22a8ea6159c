import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { MonitorLevel } from '@clusterdesk/contracts';
import { DatabaseBusyError } from '../../../../platform/database/database-failure.js';
import { MetricSeriesRepository } from './metric-series.repository.js';
import { SharedSeries } from './shared-series.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function setUp() {
  const list = jest.fn<MetricSeriesRepository['list']>().mockImplementation(async () => []);
  const repository = Object.assign(Object.create(MetricSeriesRepository.prototype), {
    list,
  }) as MetricSeriesRepository;
  return { list, shared: new SharedSeries(repository) };
}
const query = (level: MonitorLevel | null, from = 0) => ({
  stepMs: 1,
  parts: [{ level, from, to: 9 }],
});

it('reads samples once for all who ask meanwhile, and anew for who asks later', async () => {
  const { list, shared } = setUp();
  await Promise.all([shared.list(query(null)), shared.list(query(null))]);
  expect(list).toHaveBeenCalledTimes(1);
  await shared.list(query(null));
  expect(list).toHaveBeenCalledTimes(2);
  await Promise.all([shared.list(query(null, 1)), shared.list(query(null, 2))]);
  expect(list).toHaveBeenCalledTimes(4);
});

it('gives averages to others for some seconds', async () => {
  const { list, shared } = setUp();
  await shared.list(query(60));
  await shared.list(query(60));
  expect(list).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5_000);
  await shared.list(query(60));
  expect(list).toHaveBeenCalledTimes(2);
});

it('does not keep a failure', async () => {
  const { list, shared } = setUp();
  list.mockRejectedValueOnce(new Error('away'));
  await expect(shared.list(query(60))).rejects.toThrow('away');
  await expect(shared.list(query(60))).resolves.toEqual([]);
});

it('reads a few different ones at once, and refuses where too many wait', async () => {
  const { list, shared } = setUp();
  const ends: (() => void)[] = [];
  list.mockImplementation(() => new Promise((resolve) => ends.push(() => resolve([]))));
  const answers = Array.from({ length: 16 }, (_, index) =>
    shared.list(query(null, index)).then(
      () => 'read',
      (error: unknown) => error,
    ),
  );
  expect(await answers[15]).toBeInstanceOf(DatabaseBusyError);
  expect(list).toHaveBeenCalledTimes(3);
  for (let read = 0; read < 15; read += 1) {
    ends[read]?.();
    await answers[read];
    await Promise.resolve();
  }
  expect(await Promise.all(answers.slice(0, 15))).toEqual(Array.from({ length: 15 }, () => 'read'));
});
