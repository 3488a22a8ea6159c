import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@clusterdesk/tests/server/test-database.js';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';
import type { DataSource } from 'typeorm';
import { PartitionMetrics2026112322000 } from './202611232200-partition-metrics.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await openDatabase(database.url);
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const inTransaction = async (direction: 'up' | 'down'): Promise<void> => {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await new PartitionMetrics2026112322000()[direction](runner);
  await runner.commitTransaction();
  await runner.release();
};
/** A sample as the version before stores it, so many hours from now. */
const store = (hours: number): Promise<unknown> =>
  source.query(
    `INSERT INTO node_metric (node_id, time, cpu, mem)
     SELECT id, now() + $1 * interval '1 hour', 1, 1 FROM node ON CONFLICT DO NOTHING`,
    [hours],
  );
const count = async (): Promise<unknown> => {
  const [row] = await source.query<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM node_metric',
  );
  return row?.count;
};

it('keeps the samples that are there, and those of the version before that come after it', async () => {
  await inTransaction('down');
  await source.query(`INSERT INTO node (kind, name) VALUES ('compute', 'calc-1')`);
  for (const hours of [-900, -30, 0]) {
    await store(hours);
  }
  await inTransaction('up');
  expect(await count()).toBe(3);
  for (const hours of [-1, 1, 24, 47]) {
    await store(hours);
  }
  expect(await count()).toBe(7);
  await inTransaction('down');
  expect(await count()).toBe(7);
  await inTransaction('up');
  expect(await count()).toBe(7);
});
