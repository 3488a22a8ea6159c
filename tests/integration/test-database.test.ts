import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase } from '../support/server/test-database.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('the bundled PostgreSQL speaks Unicode and sorts by code point', async () => {
  const { rows } = await client.query<{ upper: string; length: number }>(
    `SELECT upper('é') AS upper, length('云枢') AS length`,
  );
  expect(rows).toEqual([{ upper: 'É', length: 2 }]);
});

test('each suite has a database of its own', async () => {
  const other = await createTestDatabase();
  try {
    expect(other.url).not.toBe(database.url);
  } finally {
    await other.drop();
  }
});
