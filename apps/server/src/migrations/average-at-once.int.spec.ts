import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@clusterdesk/tests/server/test-database.js';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';
import type { DataSource } from 'typeorm';
import { AverageAtOnce2026112713000 } from './202611271300-average-at-once.js';

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

it('averages what the task of the version before had not come to', async () => {
  await source.query(
    `INSERT INTO node_metric_roll_up (level, done_until)
     SELECT level, date_bin(level * interval '1 second', now(), 'epoch') FROM unnest(ARRAY[60, 900]) AS level`,
  );
  await source.query(
    `INSERT INTO node_metric (node_id, time, cpu, mem)
     SELECT gen_random_uuid(), now() - hours * interval '1 hour', 10 * (hours + 1), 1 FROM unnest(ARRAY[0, 2]) AS hours`,
  );
  const runner = source.createQueryRunner();
  await new AverageAtOnce2026112713000().up(runner);
  await runner.release();
  const levels = await source.query('SELECT level, cpu, samples FROM node_metric_level ORDER BY 1');
  expect(levels).toEqual([60, 900].map((level) => ({ level, cpu: 10, samples: 1 })));
});
