import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createTestDatabase } from '@clusterdesk/tests/server/test-database.js';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await openDatabase(database.url);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Statements in which TypeORM would add, drop or change a table or a column; names of constraints are the migrations' own. */
const shape =
  /^(CREATE|DROP) TABLE|(ADD|DROP|ALTER) COLUMN|ALTER TABLE "[^"]+" (ADD|DROP) "|RENAME/;

describe('migrations', () => {
  it('make exactly the tables and columns that the entities describe', async () => {
    const wanted = await dataSource.driver.createSchemaBuilder().log();
    expect(wanted.upQueries.map(({ query }) => query).filter((query) => shape.test(query))).toEqual(
      [],
    );
  });

  it('run once when several processes start together', async () => {
    const other = await createTestDatabase();
    const sources = await Promise.all([1, 2, 3].map(() => openDatabase(other.url)));
    const rows: unknown[] = await sources[0]!.query('SELECT name FROM migrations');
    expect(rows).toHaveLength(sources[0]!.migrations.length);
    await Promise.all(sources.map((source) => source.destroy()));
    await other.drop();
  });
});
