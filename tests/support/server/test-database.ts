import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of one suite. */
export interface TestDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** A fresh database on the PostgreSQL that the run was given (database-setup.mjs): empty, or a copy of a template. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (!serverUrl) {
    throw new Error('TEST_DATABASE_URL is not set: run this suite through jest.config.mjs.');
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
