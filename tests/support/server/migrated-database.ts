import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase } from './open-database.js';
import { passwordKey } from '../../../apps/server/src/features/users/passwords/password.service.js';
import { migrations } from '../../../apps/server/src/migrations/index.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** One worker of Jest makes the template, the others wait for it. */
const templateLockKey = 4_201_999;

/**
 * A fresh database with the platform's tables: a copy of a template, so that migrations run once per PostgreSQL. It has a key for
 * passwords, too: to make one takes a second of a processor, for each server of each spec.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  return createTestDatabase(await ensureTemplate());
}

/** Its name says what made it: a PostgreSQL that lasts may hold older ones. */
async function ensureTemplate(): Promise<string> {
  const text = [
    ...migrations.map((migration) => `${migration.name} ${migration.toString()}`),
    fill.toString(),
  ].join('\n');
  const name = `template_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [templateLockKey]);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) {
      const draft = await createTestDatabase();
      await fill(draft.url);
      await client.query(`ALTER DATABASE ${draft.name} RENAME TO ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

async function fill(url: string): Promise<void> {
  const source = await openDatabase(url);
  try {
    await source.query('INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)', [
      passwordKey.key,
      JSON.stringify(await passwordKey.initial()),
    ]);
  } finally {
    await source.destroy();
  }
}
