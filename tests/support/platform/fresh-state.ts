import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** What programs that run on write for themselves, not for those who use them. */
const ownTables = [
  'migrations',
  'live_cursor',
  'agent_session',
  'node',
  // Numbers of users are given once.
  'user_counter',
];
/** A server keeps a setting for so long; what changed the table behind its back is seen after that, milliseconds. */
const settingsKeptMs = 5_200;
/** Folders of the data folder that the launcher and its PostgreSQL keep. */
const keptFolders = new Set(['launcher', 'logs', 'postgres']);
const depth = 4;

const copies = 'fresh_state';

/**
 * The rows and files of a platform as they are right after its start, to put it back there between two suites. Its administrator
 * gets a new id each time, so nothing that a server remembers of the one before is taken for the next one's.
 */
export class FreshState {
  private constructor(
    private readonly databaseUrl: string,
    private readonly dataDir: string,
    private readonly tables: readonly string[],
    private readonly paths: ReadonlySet<string>,
  ) {}

  static async of(databaseUrl: string, dataDir: string): Promise<FreshState> {
    return withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables
         WHERE schemaname = 'public' AND tablename <> ALL ($1) AND tablename NOT LIKE 'node\\_metric%'`,
        [ownTables],
      );
      const tables = rows.map(({ name }) => name);
      await client.query(`CREATE SCHEMA ${copies}`);
      for (const table of [...tables, 'node']) {
        await client.query(`CREATE TABLE ${copies}.${table} AS TABLE public.${table}`);
      }
      return new FreshState(databaseUrl, dataDir, tables, new Set(listPaths(dataDir)));
    });
  }

  async restore(): Promise<void> {
    const hasSet = await withClient(this.databaseUrl, (client) => this.restoreRows(client));
    for (const path of listPaths(this.dataDir)) {
      if (!this.paths.has(path)) {
        rmSync(join(this.dataDir, path), { recursive: true, force: true });
      }
    }
    if (hasSet) {
      await sleep(settingsKeptMs);
    }
  }

  /** Answers whether a setting had been changed. */
  private async restoreRows(client: Client): Promise<boolean> {
    await client.query('BEGIN');
    // Neither triggers nor foreign keys: the copies are whole.
    await client.query('SET LOCAL session_replication_role = replica');
    // A setting that was only read has its first value, which servers remember: it stays.
    const { rowCount } = await client.query(
      `DELETE FROM public.setting USING public.audit_log
       WHERE audit_log.target_type = 'setting' AND audit_log.target_id = setting.key`,
    );
    await client.query(
      `INSERT INTO public.setting SELECT * FROM ${copies}.setting ON CONFLICT DO NOTHING`,
    );
    await client.query(`DELETE FROM public.node WHERE id NOT IN (SELECT id FROM ${copies}.node)`);
    for (const table of this.tables.filter((name) => name !== 'setting')) {
      await client.query(`DELETE FROM public.${table}`);
      await client.query(
        `INSERT INTO public.${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${copies}.${table}`,
      );
    }
    await client.query(
      `WITH given AS (SELECT id AS old, gen_random_uuid() AS new FROM public.user_account),
            accounts AS (UPDATE public.user_account SET id = new FROM given WHERE id = old)
       UPDATE public.user_role SET user_id = new FROM given WHERE user_id = old`,
    );
    await client.query('COMMIT');
    return (rowCount ?? 0) > 0;
  }
}

function listPaths(dataDir: string, below = '', levels = depth): string[] {
  return readdirSync(join(dataDir, below), { withFileTypes: true })
    .filter(({ name }) => below !== '' || !keptFolders.has(name))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      const isEntered = entry.isDirectory() && levels > 1;
      return [path, ...(isEntered ? listPaths(dataDir, path, levels - 1) : [])];
    });
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
