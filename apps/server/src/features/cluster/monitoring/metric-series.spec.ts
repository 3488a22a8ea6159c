import { beforeEach, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { DatabaseBusyError } from '../../../platform/database/database-failure.js';
import { MetricSeriesRepository } from './metric-series.repository.js';

let read: jest.Mock<() => Promise<unknown>>;
let repository: MetricSeriesRepository;

beforeEach(() => {
  read = jest.fn(async () => []);
  const source = Object.assign(Object.create(DataSource.prototype), { transaction: read });
  repository = new MetricSeriesRepository(source as DataSource);
});

const list = (from = 0) => repository.list({ level: null, stepMs: 1, from, to: 9 });

it('reads a series once for all who ask meanwhile, and anew for who asks later', async () => {
  await Promise.all([list(), list()]);
  expect(read).toHaveBeenCalledTimes(1);
  await list();
  expect(read).toHaveBeenCalledTimes(2);
  await Promise.all([list(1), list(2)]);
  expect(read).toHaveBeenCalledTimes(4);
});

it('does not keep a failure', async () => {
  read.mockRejectedValueOnce(new Error('away'));
  await expect(list()).rejects.toThrow('away');
  await expect(list()).resolves.toEqual([]);
});

it('reads a few different ones at once, and refuses where too many wait', async () => {
  const ends: (() => void)[] = [];
  read.mockImplementation(() => new Promise((resolve) => ends.push(() => resolve([]))));
  const answers = Array.from({ length: 16 }, (_, index) =>
    list(index).then(
      () => 'read',
      (error: unknown) => error,
    ),
  );
  expect(await answers[15]).toBeInstanceOf(DatabaseBusyError);
  expect(read).toHaveBeenCalledTimes(3);
  for (let one = 0; one < 15; one += 1) {
    ends[one]?.();
    await answers[one];
    await Promise.resolve();
  }
  expect(await Promise.all(answers.slice(0, 15))).toEqual(Array.from({ length: 15 }, () => 'read'));
});
