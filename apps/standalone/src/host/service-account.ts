import { spawnSync } from 'node:child_process';
import { LauncherError } from '../launcher-error.js';

/** An account of the operating system that processes run as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

const accountName = 'clusterdesk';

/**
 * The account that server, worker and PostgreSQL run as when the launcher is root: `clusterdesk`, made when missing.
 * Null for an ordinary user: everything runs as that user.
 */
export function findServiceAccount(say: (line: string) => void): Account | null {
  if (process.getuid?.() !== 0) {
    return null;
  }
  const existing = lookUp(accountName);
  if (existing) {
    return existing;
  }
  const made = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'].concat([
      '--shell',
      '/usr/sbin/nologin',
      accountName,
    ]),
    { encoding: 'utf8' },
  );
  // Two first starts at once may both try; whoever comes second finds the account there.
  const account = lookUp(accountName);
  if (!account) {
    throw new LauncherError(
      'ACCOUNT_NOT_CREATED',
      `Cannot create the service account "${accountName}" (${reasonOf(made)}): create it with useradd, or start as an ordinary user.`,
    );
  }
  say(`Created the service account "${accountName}": server, worker and database run as it.`);
  return account;
}

function lookUp(name: string): Account | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : NaN;
  });
  if (uid === undefined || gid === undefined || !Number.isInteger(uid) || !Number.isInteger(gid)) {
    return null;
  }
  return { name, uid, gid };
}

function reasonOf(run: ReturnType<typeof spawnSync>): string {
  return run.error?.message ?? String(run.stderr).trim().split('\n').at(-1) ?? 'unknown reason';
}
