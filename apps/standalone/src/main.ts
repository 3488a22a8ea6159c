import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { closeInheritedDescriptors } from '@clusterdesk/host';
import { LauncherError } from './launcher-error.js';
import { readLauncherOptions, type LauncherOptions } from './launcher-options.js';
import { Launcher } from './launcher.js';
import { makeFolder } from './host/make-folder.js';
import { findShutPaths, isInPrivateMounts, runInPrivateMounts } from './host/private-mounts.js';
import { findServiceAccount, type Account } from './host/service-account.js';
import { stopLimits } from './timings.js';

const root = resolve(import.meta.dirname, '../../..');

/** Others may list and enter. */
const openToAll = 0o005;

async function main(): Promise<void> {
  closeInheritedDescriptors();
  const options = readLauncherOptions(process.env);
  const account = findServiceAccount(say);
  const shut = account && !isInPrivateMounts() ? findShut(options, account) : [];
  if (shut.length > 0) {
    process.exitCode = await runInPrivateMounts(shut);
    return;
  }
  const launcher = new Launcher(root, options, account, say);
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
  const shut = findShutPaths([root, node, options.dataDir], account);
  const own = [root, node].find((path) => (statSync(path).mode & openToAll) !== openToAll);
  if (own) {
    throw new LauncherError(
      'FOLDER_UNREADABLE',
      `The service account cannot read ${own}: open it with: chmod -R go+rX ${own}`,
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
