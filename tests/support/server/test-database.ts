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
  // Copied by files it costs an eighth of the processor time of the default, which logs every block: 0.05 s in place of 0.4.
  const copy = `TEMPLATE ${template ?? 'template1'} STRATEGY file_copy`;
  await run(serverUrl, `CREATE DATABASE ${name} ${copy}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: async () => {
      await addStatementSeconds(serverUrl, name);
      await run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/**
 * The same as an operator gives it to the platform: owned by a role that is no superuser, and may or may not make databases. What the
 * platform makes beside it is gone with it.
 */
export async function createOperatorDatabase(
  isCreating: boolean,
): Promise<TestDatabase & { listBeside(): Promise<string[]> }> {
  const { name, url: adminUrl, drop } = await createTestDatabase();
  const role = `operator_of_${name}`;
  await run(
    adminUrl,
    `CREATE ROLE ${role} LOGIN PASSWORD 'secret' ${isCreating ? 'CREATEDB' : 'NOCREATEDB'};
     ALTER DATABASE ${name} OWNER TO ${role}`,
  );
  const url = new URL(adminUrl);
  url.username = role;
  url.password = 'secret';
  const listBeside = async (): Promise<string[]> =>
    (
      await run(
        process.env['TEST_DATABASE_URL'] ?? '',
        `SELECT datname FROM pg_database WHERE pg_get_userbyid(datdba) = '${role}' AND datname <> '${name}'`,
      )
    ).map(({ datname }) => String(datname));
  return {
    ...{ name, url: url.href, listBeside },
    drop: async () => {
      const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
      for (const beside of await listBeside()) {
        await run(serverUrl, `DROP DATABASE ${beside} WITH (FORCE)`);
      }
      await drop();
      await run(serverUrl, `DROP ROLE ${role}`);
    },
  };
}

/** Where the test runner finds how long the databases of a file executed statements (scripts/test/jest/phase-clock.mjs). */
const databaseSeconds = Symbol.for('clusterdesk.databaseSeconds');

async function addStatementSeconds(serverUrl: string, name: string): Promise<void> {
  const rows = await run(
    serverUrl,
    `SELECT active_time / 1000 AS seconds FROM pg_stat_database WHERE datname = '${name}'`,
  );
  const sum = (globalThis as { [databaseSeconds]?: { seconds: number } })[databaseSeconds];
  if (sum) {
    sum.seconds += Number(rows[0]?.['seconds'] ?? 0);
  }
}

async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
