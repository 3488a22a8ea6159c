import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeInheritedDescriptors } from '@clusterdesk/host';
import { findDatabaseBinaries } from './database/binaries.js';
import { LauncherError } from './launcher-error.js';
import { readLauncherOptions, type LauncherOptions } from './launcher-options.js';
import { Launcher } from './launcher.js';
import { makeFolder } from './host/make-folder.js';
import { findShutPaths, isInPrivateMounts, runInPrivateMounts } from './host/private-mounts.js';
import { findServiceAccount, type Account } from './host/service-account.js';
import { stopLimits } from './timings.js';
import { InstalledVersions, programsIn } from './upgrade/installed-versions.js';

const own = programsIn(resolve(import.meta.dirname, '../../..'));

/** Others may list and enter. */
const openToAll = 0o005;

async function main(): Promise<void> {
  if (process.argv[2] === '--version') {
    // What an upgrade asks before it relies on this launcher: all of it has loaded, and its PostgreSQL is there.
    say(`${own.version} ${findDatabaseBinaries().version}`);
    return;
  }
  closeInheritedDescriptors();
  const options = readLauncherOptions(process.env);
  const account = findServiceAccount(say);
  const shut = account && !isInPrivateMounts() ? findShut(options, account) : [];
  if (shut.length > 0) {
    process.exitCode = await runInPrivateMounts(shut);
    return;
  }
  const other = new InstalledVersions(options.dataDir).inPlaceOf(own);
  if (other) {
    // An upgrade brought a newer launcher, too.
    await import(pathToFileURL(join(other.root, 'apps/standalone/dist/main.js')).href);
    return;
  }
  const launcher = new Launcher(own, options, account, say, (error) => {
    complain(error);
    void stop(1);
  });
  const stop = stopOnce(launcher, stopLimits(options.stopTimeoutMs).wholeMs);
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('SIGHUP', () => void stop(0));
  process.on('disconnect', () => void stop(0));
  try {
    await launcher.start();
  } catch (error) {
    if (!stop.hasBegun()) {
      complain(error);
    }
    await stop(1);
  }
}

/** Which of the programs, Node itself and the data folder the service account cannot reach. */
function findShut(options: LauncherOptions, account: Account) {
  const node = dirname(dirname(process.execPath));
  const shut = findShutPaths([own.root, node, options.dataDir], account);
  const unreadable = [own.root, node].find(
    (path) => (statSync(path).mode & openToAll) !== openToAll,
  );
  if (unreadable) {
    throw new LauncherError(
      'FOLDER_UNREADABLE',
      `The service account cannot read ${unreadable}: open it with: chmod -R go+rX ${unreadable}`,
    );
  }
  if (shut.some(({ path }) => path === options.dataDir)) {
    try {
      makeFolder(options.dataDir, 0o700);
    } catch {
      // What is wrong with it is said when it is prepared.
      return [];
    }
  }
  return shut;
}

function stopOnce(
  launcher: Launcher,
  limitMs: number,
): {
  (exitCode: number): Promise<void>;
  hasBegun(): boolean;
} {
  let stopping: Promise<void> | null = null;
  const stop = async (exitCode: number): Promise<void> => {
    const limit = setTimeout(() => process.exit(exitCode || 1), limitMs);
    const isClean = await launcher.stop();
    clearTimeout(limit);
    process.exit(isClean ? exitCode : exitCode || 1);
  };
  return Object.assign((exitCode: number) => (stopping ??= stop(exitCode)), {
    hasBegun: () => stopping !== null,
  });
}

function say(line: string): void {
  console.log(line);
}

function complain(error: unknown): void {
  console.error(
    error instanceof LauncherError ? `ClusterDesk cannot start. ${error.message}` : error,
  );
}

main().catch((error: unknown) => {
  complain(error);
  process.exitCode = 1;
});
