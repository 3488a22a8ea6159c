import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { MonitorLevel } from '@clusterdesk/contracts';
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
