import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';

/**
 * Starts the launcher's own embedded PostgreSQL and puts its address into TEST_DATABASE_URL; a given one is used as it is.
 * `npm test` calls it once for all its suites; Jest calls it as its globalSetup for who runs Jest alone.
 */
export default async function setUpDatabase() {
  if (process.env.TEST_DATABASE_URL) {
    return;
  }
  const { EmbeddedDatabase } = await loadTypescript(
    'apps/standalone/src/database/embedded-database.ts',
  );
  const { stopDatabase } = await loadTypescript('apps/standalone/src/database/stop-database.ts');
  const { findServiceAccount } = await loadTypescript(
    'apps/standalone/src/host/service-account.ts',
  );
  const account = findServiceAccount(console.log);
  const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-test-database-'));
  chmodSync(folder, 0o755);
  const database = new EmbeddedDatabase({
    folder: join(folder, 'postgres'),
    secretsFolder: folder,
    account,
    settings: {
      // Nothing here must outlive a power cut, but where a measurement asks what that costs.
      ...(process.env.DURABLE_DATABASE !== 'true' && {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
      }),
      // Each Jest worker runs whole servers and workers, every one with a pool of its own.
      max_connections: '300',
    },
  });
  await database.prepare();
  const child = database.spawn('ignore');
  await database.waitUntilReady(child, 60_000);
  child.unref();
  process.env.TEST_DATABASE_URL = database.url;
  globalThis.stopTestDatabase = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      // Nothing else may keep this process alive until its end is known.
      child.ref();
      const ended = once(child, 'exit');
      await stopDatabase(child.pid);
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
    delete process.env.TEST_DATABASE_URL;
  };
}
