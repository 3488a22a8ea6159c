import { createHash } from 'node:crypto';
import { ReleaseError, type UpgradeFault } from '@clusterdesk/contracts/release';
import { Client, escapeIdentifier } from 'pg';
import type { SavedDatabase } from './saved-database.js';
import { reasonOf } from './upgrade-faults.js';

const connectMs = 10_000;

/** Of PostgreSQL: what each refusal to copy a database means for an upgrade. */
const copyFaults: Readonly<Record<string, UpgradeFault>> = {
  '42501': 'UPGRADE_DATABASE_ROLE',
  '55006': 'UPGRADE_DATABASE_IN_USE',
};

/**
 * A database of the operator's own. Its files are out of reach, so the new version is tried on a copy that PostgreSQL makes beside
 * it: the database itself is not touched before the new version is found to be healthy, and needs no putting back.
 */
export class OwnDatabase implements SavedDatabase {
  private copyUrl: string | null = null;

  constructor(
    private readonly url: string,
    private readonly say: (line: string) => void,
  ) {}

  get trialUrl(): string | null {
    return this.copyUrl;
  }

  async check(): Promise<void> {
    const found = await this.connected(async (client) => {
      const { rows } = await client.query<{ role: string; may: boolean; others: number }>(
        `SELECT current_user AS role,
           rolsuper OR rolcreatedb AND pg_has_role(datdba, 'USAGE') AS may,
           (SELECT count(*)::int FROM pg_stat_activity AS other
            WHERE other.datid = pg_database.oid AND pid <> pg_backend_pid() AND usename IS NOT NULL
              AND (usename <> current_user OR NOT starts_with(application_name, 'clusterdesk'))) AS others
         FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
      );
      return rows[0];
    });
    if (!found?.may) {
      throw new ReleaseError(
        'UPGRADE_DATABASE_ROLE',
        `The role ${String(found?.role)} may not copy its database.`,
      );
    }
    if (found.others > 0) {
      throw new ReleaseError(
        'UPGRADE_DATABASE_IN_USE',
        `${String(found.others)} connections of other programs.`,
      );
    }
  }

  async take(signal: AbortSignal): Promise<void> {
    await this.connected(async (client) => {
      // Ended while a statement runs, a connection breaks; PostgreSQL then notices, after kill -9 of the launcher, too.
      const end = (): void => void client.end().catch(() => undefined);
      signal.addEventListener('abort', end);
      try {
        signal.throwIfAborted();
        await client.query(`SET client_connection_check_interval = '1s'`);
        const { live, copy } = await namesOf(client);
        await drop(client, copy);
        await client.query(
          `CREATE DATABASE ${escapeIdentifier(copy)} TEMPLATE ${escapeIdentifier(live)}`,
        );
        const url = new URL(this.url);
        url.pathname = `/${copy}`;
        this.copyUrl = url.href;
      } finally {
        signal.removeEventListener('abort', end);
      }
    });
  }

  putBack(): Promise<void> {
    return this.discard();
  }

  keep(): Promise<void> {
    return this.discard();
  }

  /** A copy that cannot be dropped is in nobody's way: the next upgrade takes its place. */
  async discard(): Promise<void> {
    this.copyUrl = null;
    try {
      await this.connected(async (client) => drop(client, (await namesOf(client)).copy));
    } catch (error) {
      this.say(`The copy of the database could not be dropped: ${reasonOf(error)}`);
    }
  }

  discardFailed(): void {
    // Nothing is left.
  }

  /** @throws ReleaseError */
  private async connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'clusterdesk upgrade',
      connectionTimeoutMillis: connectMs,
    });
    // Without a listener a lost connection would end the launcher; the statement under way fails as well.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      throw error instanceof ReleaseError
        ? error
        : new ReleaseError(copyFaults[code] ?? 'UPGRADE_SAFETY_FAILED', reasonOf(error));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** The database's name, and that of its copy: no other has it, for several platforms may stand on one PostgreSQL. */
async function namesOf(client: Client): Promise<{ live: string; copy: string }> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const live = rows[0]?.name ?? '';
  const hash = createHash('sha256').update(live).digest('hex').slice(0, 16);
  return { live, copy: `clusterdesk_trial_${hash}` };
}

/** By force: a trial that was killed may have left a session there, and there alone. */
async function drop(client: Client, copy: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(copy)} WITH (FORCE)`);
}
