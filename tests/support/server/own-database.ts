import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedDatabase } from '../../../apps/standalone/src/database/embedded-database.js';
import { stopDatabase } from '../../../apps/standalone/src/database/stop-database.js';
import { listDescendants } from '@clusterdesk/host';
import { findServiceAccount } from '../../../apps/standalone/src/host/service-account.js';

/** A PostgreSQL of a suite's own, which it may stop and freeze without harm to others. */
export interface OwnDatabase {
  url: string;
  /** Every process of it stands still: connections stay open, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export async function startOwnDatabase(): Promise<OwnDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'clusterdesk-own-database-'));
  await chmod(folder, 0o755);
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
  return {
    url: database.url,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop: async () => {
      signal('SIGCONT');
      await stopDatabase(pid);
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
