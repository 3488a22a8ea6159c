import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { serviceConnections } from './settings.js';

/** Whom server and worker connect as: owner of the database and of all in it. Beyond it they make databases of their own, for drills of backups. */
export const serviceRole = 'clusterdesk_service';

/** A lock that is still held at a start belongs to a process of an earlier one, which is about to end. */
const lockTimeoutMs = 30_000;

/**
 * Gives everything in the database that belongs to the superuser to the service role; earlier releases made it as the superuser.
 * Sequences of columns, indexes and TOAST tables follow their tables. What an extension made stays with it.
 */
const handOver = `
DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    WITH mine AS (SELECT oid FROM pg_roles WHERE rolname = current_user),
    spaces AS (SELECT oid, nspname, nspowner FROM pg_namespace
      WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
    parts AS (SELECT classid, objid FROM pg_depend WHERE deptype IN ('a', 'i', 'e'))
    SELECT format('ALTER SCHEMA %I OWNER TO ${serviceRole}', nspname)
      FROM spaces, mine WHERE nspowner = mine.oid
    UNION ALL
    SELECT format('ALTER %s %I.%I OWNER TO ${serviceRole}',
        CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
          WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, nspname, relname)
      FROM pg_class AS entry JOIN spaces ON spaces.oid = relnamespace, mine
      WHERE relowner = mine.oid AND relkind IN ('r', 'p', 'S', 'v', 'm')
        AND NOT EXISTS (SELECT FROM parts WHERE classid = 'pg_class'::regclass AND objid = entry.oid)
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${serviceRole}', entry.oid::regprocedure)
      FROM pg_proc AS entry JOIN spaces ON spaces.oid = pronamespace, mine
      WHERE proowner = mine.oid
        AND NOT EXISTS (SELECT FROM parts WHERE classid = 'pg_proc'::regclass AND objid = entry.oid)
    UNION ALL
    SELECT format('ALTER TYPE %I.%I OWNER TO ${serviceRole}', nspname, typname)
      FROM pg_type AS entry JOIN spaces ON spaces.oid = typnamespace
        LEFT JOIN pg_class AS composite ON composite.oid = typrelid, mine
      WHERE typowner = mine.oid AND typelem = 0
        AND (typtype IN ('d', 'e', 'r') OR composite.relkind = 'c')
        AND NOT EXISTS (SELECT FROM parts WHERE classid = 'pg_type'::regclass AND objid = entry.oid)
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$`;

/**
 * Makes the service role if there is none, sets its password, and gives it the database of the URL with all in it. Nobody but the
 * launcher is connected then.
 * @param adminUrl the superuser's
 */
export async function prepareServiceRole(adminUrl: string, password: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${String(lockTimeoutMs)}`);
    // Iterations slow down the guessing of passwords that people choose. This one is random, and they would cost milliseconds of
    // both sides at every new connection.
    await client.query('SET LOCAL scram_iterations = 1');
    const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [serviceRole]);
    await client.query(
      `${found.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${serviceRole} LOGIN NOSUPERUSER CREATEDB NOCREATEROLE
       NOREPLICATION NOBYPASSRLS CONNECTION LIMIT ${String(serviceConnections)} PASSWORD ${escapeLiteral(password)}`,
    );
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    const database = escapeIdentifier(rows[0]?.name ?? '');
    await client.query(`ALTER DATABASE ${database} OWNER TO ${serviceRole}`);
    await client.query(handOver);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
