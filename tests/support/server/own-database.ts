import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabase } from '../../../apps/standalone/src/database/embedded-database.js';
import { socketPort } from '../../../apps/standalone/src/database/database-address.js';
import { stopDatabase } from '../../../apps/standalone/src/database/stop-database.js';
import { listDescendants } from '@clusterdesk/host';
import { findServiceAccount } from '../../../apps/standalone/src/host/service-account.js';

/** A PostgreSQL of a suite's own, which it may stop and freeze without harm to others. */
export interface OwnDatabase {
  url: string;
  /** All of it: data and the superuser's password. */
  folder: string;
  /** Of its Unix socket. */
  socket: string;
  /** Every process of it stands still: connections stay open, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** As an operator stops it: sessions end, and the data stay. */
  shutDown(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnDatabase(): Promise<OwnDatabase> {
  return startIn(await makeFolder());
}

/** Shuts a database down and starts another one with the same data: a standby, until `SELECT pg_promote()`. */
export async function startStandbyOf(primary: OwnDatabase): Promise<OwnDatabase> {
  await primary.shutDown();
  const folder = await makeFolder();
  await promisify(execFile)('cp', ['-a', `${primary.folder}/.`, folder]);
  await writeFile(join(folder, dataBelow, 'standby.signal'), '');
  return startIn(folder);
}

/** Where `EmbeddedDatabase` has its data. */
const dataBelow = 'postgres/data';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clusterdesk-own-database-'));
  await chmod(folder, 0o755);
  return folder;
}

async function startIn(folder: string): Promise<OwnDatabase> {
  const database = new EmbeddedDatabase({
    folder: join(folder, 'postgres'),
    secretsFolder: folder,
    account: findServiceAccount(() => undefined),
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });
  await database.prepare();
  const child = database.spawn('ignore');
  await database.waitUntilReady(child, 60_000);
  const pid = child.pid ?? 0;
  const signal = (name: NodeJS.Signals): void => {
    // The postmaster first: once it stands still, no further process can appear below it.
    process.kill(pid, name);
    for (const below of listDescendants(pid)) {
      signalIfThere(below.pid, name);
    }
  };
  let isStopped = false;
  const shutDown = async (): Promise<void> => {
    if (!isStopped) {
      isStopped = true;
      signal('SIGCONT');
      await stopDatabase(pid);
    }
  };
  return {
    url: database.url,
    folder,
    socket: join(folder, dataBelow, `.s.PGSQL.${socketPort}`),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    shutDown,
    stop: async () => {
      await shutDown();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A process of one connection ends with it, so it may be gone since it was listed. */
function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
