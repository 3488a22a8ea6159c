import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createMigratedDatabase } from '@clusterdesk/tests/server/migrated-database.js';
import { platformSchema as schema } from '@clusterdesk/tests/server/open-database.js';
import type { TestDatabase } from '@clusterdesk/tests/server/test-database.js';
import { loadConfig } from '../../../config/config.js';
import { Migration } from '../../../migrations/migration.js';
import { PlatformSchema } from '../../../platform/database/data-source.js';
import { Timings } from '../../../platform/timings.js';
import { archiveFormat, type Manifest } from '../archive/manifest.js';
import { listTables } from './catalogue.js';
import { DatabaseDump } from './database-dump.service.js';
import { DatabaseLoad } from './database-load.service.js';
import { isKept, transientTables } from './kept-tables.js';
import { ScratchDatabase } from './scratch-database.service.js';

const timings = new Timings();

/** What a later version brings. */
class AddNothing9999123123590 extends Migration {
  async up(): Promise<void> {}
}
const never = new AbortController().signal;
const nobody = (): void => undefined;

/** A database of the platform, and what dumps and loads it. */
interface Place {
  database: TestDatabase;
  client: Client;
  dump: DatabaseDump;
  load: DatabaseLoad;
  scratch: ScratchDatabase;
}

const databases: TestDatabase[] = [];
const clients: Client[] = [];
const folders: string[] = [];

async function place(database: TestDatabase, url = database.url): Promise<Place> {
  const config = loadConfig({ DATABASE_URL: url });
  const client = new Client({ connectionString: url });
  await client.connect();
  databases.push(database);
  clients.push(client);
  const scratch = new ScratchDatabase(config, schema, timings);
  return {
    database,
    client,
    dump: new DatabaseDump(config, timings),
    load: new DatabaseLoad(schema, scratch),
    scratch,
  };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clusterdesk-dump-'));
  folders.push(folder);
  return folder;
}

async function take(
  { dump }: Place,
  advance = nobody,
): Promise<{ dir: string; manifest: Manifest }> {
  const dir = await newFolder();
  const { parts, ...dumped } = await dump.write(dir, advance, never);
  const manifest = {
    product: 'clusterdesk' as const,
    format: archiveFormat,
    id: '00000000-0000-4000-8000-000000000000',
    version: '1',
    files: null,
    parts,
    ...dumped,
  };
  return { dir, manifest };
}

async function bring({ client, load }: Place, dir: string, manifest: Manifest): Promise<void> {
  await client.query('BEGIN');
  try {
    await load.load(client, dir, manifest, nobody, never);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** All rows of all tables, as PostgreSQL writes them. */
async function contentOf({ client }: Place): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT t::text AS row FROM "${name}" AS t ORDER BY 1`,
    );
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

const keptOf = (content: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(content).filter(([name]) => isKept(name)));

const odd = 'tab\tline\nreturn\rback\\slash \\N \\. "quote" \'one\' 云枢 \u0001';

async function fill({ client }: Place): Promise<void> {
  await client.query(
    `INSERT INTO user_account (user_name, password_hash, language, real_name) VALUES ('ann', 'none', 'en', $1), ('bob', 'none', 'cn', NULL)`,
    [odd],
  );
  await client.query(
    `INSERT INTO notification (user_id, kind, payload) SELECT id, 'spec', '{}' FROM user_account`,
  );
  await client.query(
    `INSERT INTO user_session (user_id, token_hash, expires_at) SELECT id, sha256('x'), now() + interval '1 hour' FROM user_account WHERE user_name = 'ann'`,
  );
  await client.query(
    `INSERT INTO audit_log (log_level, log_model, method_name, user_name, details)
     SELECT 'INFO', 'spec', '/x', $1, jsonb_build_object('n', n, 'odd', $1::text) FROM generate_series(1, 300) AS n`,
    [odd],
  );
  // Numbers that were given go on behind rows that are gone.
  await client.query('DELETE FROM audit_log WHERE id > 290');
  await client.query(`INSERT INTO menu_icon (name, content) VALUES ('icon', '\\x00ff0a5c0d')`);
  await client.query(
    `WITH top AS (INSERT INTO space_entry (name, space, space_id) VALUES ('top', 'disk', 'x') RETURNING id)
     INSERT INTO space_entry (parent_id, name, space, space_id) SELECT id, $1, NULL, NULL FROM top`,
    ['below\n'],
  );
  // Of a day that a new database has no table for.
  await client.query(
    `CREATE TABLE node_metric_2025_01_02 PARTITION OF node_metric FOR VALUES FROM ('2025-01-02T00:00:00Z') TO ('2025-01-03T00:00:00Z')`,
  );
  await client.query(
    `INSERT INTO node_metric (node_id, time, cpu, mem) VALUES (gen_random_uuid(), '2025-01-02T23:59:59.5Z', 1.5, 2), (gen_random_uuid(), now(), 0.1, 'NaN')`,
  );
  await client.query(
    `INSERT INTO compute_queue (queue_name, partitions) VALUES ('queue', ARRAY['a,b', NULL, '{"}'])`,
  );
}

let from: Place;
let to: Place;
let taken: { dir: string; manifest: Manifest };

beforeAll(async () => {
  from = await place(await createMigratedDatabase());
  to = await place(await createMigratedDatabase());
  await fill(from);
  taken = await take(from);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await Promise.all(databases.map((database) => database.drop()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

describe('the tables', () => {
  it('that no archive holds are there, and are tied to none that is kept', async () => {
    const names = (await listTables(from.client)).map(({ name }) => name);
    expect(Object.keys(transientTables).filter((name) => !names.includes(name))).toEqual([]);
    const { rows } = await from.client.query<{ table: string; other: string }>(
      `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS other FROM pg_constraint WHERE contype = 'f'`,
    );
    const tied = rows.filter(
      ({ table, other }) =>
        (isKept(table) && !isKept(other)) ||
        (transientTables[table]?.here === 'stays') !== (transientTables[other]?.here === 'stays'),
    );
    expect(tied).toEqual([]);
  });

  it('have what the load can handle: no trigger, and days by their column `time`', async () => {
    const { rows } = await from.client.query(
      'SELECT tgname FROM pg_trigger WHERE NOT tgisinternal',
    );
    expect(rows).toEqual([]);
    const days = await from.client.query<{ key: string }>(
      'SELECT DISTINCT pg_get_partkeydef(partrelid) AS key FROM pg_partitioned_table',
    );
    expect(days.rows).toEqual([{ key: 'RANGE ("time")' }]);
  });
});

describe('rows that are written and loaded', () => {
  it('are equal, in all tables', async () => {
    const before = await contentOf(from);
    await bring(to, taken.dir, taken.manifest);
    const after = await contentOf(to);
    expect(keptOf(after)).toEqual(keptOf(before));
    expect(after['user_session']).toEqual([]);
    expect(taken.manifest.tables.map(({ name }) => name)).toEqual(
      Object.keys(before).filter(isKept),
    );
    const rows = taken.manifest.tables.map(({ name, rows: count }) => [name, count]);
    expect(rows).toEqual(Object.entries(keptOf(before)).map(([name, all]) => [name, all.length]));
  });

  it('go on with numbers that were never given, and hold each other as before', async () => {
    const { rows } = await to.client.query<{ id: string }>(
      `INSERT INTO audit_log (log_level, log_model, method_name) VALUES ('INFO', 'spec', '/y') RETURNING id`,
    );
    expect(rows).toEqual([{ id: '301' }]);
    await expect(
      to.client.query(`INSERT INTO space_entry (parent_id, name) VALUES (4711, 'x')`),
    ).rejects.toMatchObject({ code: '23503' });
    const keys = 'SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1, 2';
    expect((await to.client.query(keys)).rows).toEqual((await from.client.query(keys)).rows);
    const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename !~ '_2025_' ORDER BY 1`;
    expect((await to.client.query(indexes)).rows).toEqual((await from.client.query(indexes)).rows);
  });

  it('are files that only their owner reads', async () => {
    const { mode } = await stat(join(taken.dir, 'database/user_account.copy.gz'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('are those of one moment, and stop no one who writes', async () => {
    await from.client.query(
      `INSERT INTO audit_log (log_level, log_model, method_name) SELECT 'INFO', 'spec', '/many' FROM generate_series(1, 40000)`,
    );
    const writer = new Client({ connectionString: from.database.url });
    await writer.connect();
    let isWritten = false;
    let writing: Promise<unknown> | undefined;
    let wasWrittenMeanwhile = false;
    const { dir } = await take(from, () => {
      wasWrittenMeanwhile ||= isWritten;
      writing ??= writer
        .query(
          `INSERT INTO user_account (user_name, password_hash, language) VALUES ('late', 'none', 'en')`,
        )
        .then(() => (isWritten = true));
    });
    await writing;
    await writer.end();
    expect(wasWrittenMeanwhile).toBe(true);
    const users = gunzipSync(await readFile(join(dir, 'database/user_account.copy.gz'))).toString();
    expect(users).toContain('\tbob\t');
    expect(users).not.toContain('late');
  });
});

describe('an archive that does not fit', () => {
  let before: Record<string, string[]>;
  beforeAll(async () => {
    before = await contentOf(to);
  });
  afterEach(async () => {
    expect(await contentOf(to)).toEqual(before);
  });

  const without = (name: string): Manifest => ({
    ...taken.manifest,
    tables: taken.manifest.tables.filter((table) => table.name !== name),
  });
  const withUsers = (
    change: (table: Manifest['tables'][number]) => Partial<Manifest['tables'][number]>,
  ): Manifest => ({
    ...taken.manifest,
    tables: taken.manifest.tables.map((table) =>
      table.name === 'user_account' ? { ...table, ...change(table) } : table,
    ),
  });

  it('is refused for its tables, columns and counts', async () => {
    const damaged = { code: 'BACKUP_DAMAGED' };
    for (const manifest of [
      without('user_account'),
      withUsers(() => ({ name: 'user_session' })),
      withUsers(() => ({ name: 'pg_authid' })),
      withUsers(({ columns }) => ({ columns: columns.slice(1) })),
      withUsers(({ columns }) => ({ columns: [...columns.slice(1), 'id) TO PROGRAM'] })),
      withUsers(({ rows }) => ({ rows: rows - 1 })),
    ]) {
      await expect(bring(to, taken.dir, manifest)).rejects.toMatchObject(damaged);
    }
  });

  it('is refused for rows that PostgreSQL cannot read, and for those that refer to nothing', async () => {
    const path = join(taken.dir, 'database/user_account.copy.gz');
    const original = await readFile(path);
    const text = gunzipSync(original).toString();
    try {
      for (const altered of [
        gzipSync(text.replace(/^[0-9a-f]/, 'x')),
        gzipSync(text.replace(/^[0-9a-f-]{36}/gm, (id) => id.replace(/^........./, '00000000-'))),
        original.subarray(0, -20),
        text,
      ]) {
        await writeFile(path, altered);
        await expect(bring(to, taken.dir, taken.manifest)).rejects.toMatchObject({
          code: 'BACKUP_DAMAGED',
        });
      }
    } finally {
      await writeFile(path, original);
    }
  });

  it('is refused when a later version took it', async () => {
    const newer = { ...taken.manifest, lastMigration: 'FlyToTheMoon2099010100000' };
    await expect(bring(to, taken.dir, newer)).rejects.toMatchObject({ code: 'BACKUP_NEWER' });
  });
});

describe('an archive of an older version', () => {
  it('is brought up to date in a database that is gone afterwards', async () => {
    const { tables } = schema;
    const newer = new PlatformSchema({
      ...tables,
      migrations: [...tables.migrations, AddNothing9999123123590],
    });
    const config = loadConfig({ DATABASE_URL: to.database.url });
    const load = new DatabaseLoad(newer, new ScratchDatabase(config, newer, timings));
    const before = await contentOf(to);
    await bring({ ...to, load }, taken.dir, taken.manifest);
    const after = await contentOf(to);
    expect(after['audit_log']).toHaveLength(290);
    expect(after['user_account']).toEqual(before['user_account']);
    const { rows } = await to.client.query(
      `SELECT datname FROM pg_database WHERE starts_with(datname, 'clusterdesk_drill_')`,
    );
    expect(rows).toEqual([]);
  });

  it('needs a role that may create a database, and says what to grant', async () => {
    const role = `role_${from.database.name}`;
    await from.client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    try {
      const url = new URL(from.database.url);
      url.username = role;
      url.password = 'secret';
      const config = loadConfig({ DATABASE_URL: url.href });
      await expect(
        new ScratchDatabase(config, schema, timings).use('x', () => Promise.resolve()),
      ).rejects.toMatchObject({
        code: 'BACKUP_NO_SCRATCH',
        sentence: { en: expect.stringContaining(`ALTER ROLE "${role}" CREATEDB`) },
      });
    } finally {
      await from.client.query(`DROP ROLE ${role}`);
    }
  });
});
