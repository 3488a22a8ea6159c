import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LauncherError } from '../launcher-error.js';
import { makeFolder } from './make-folder.js';
import type { Account } from './service-account.js';

/** Everything the platform keeps, by who owns it. */
export interface DataFolder {
  /** Absolute path of DATA_DIR. */
  root: string;
  postgres: string;
  logs: string;
  agent: string;
  /** The launcher's own: lock, children, marker. */
  launcher: string;
}

/**
 * Makes the data folder and what is in it. Started by root it belongs to root, and the service account may add to it but, by the
 * sticky bit, not replace what root keeps there; otherwise all is the user's own.
 */
export function prepareDataFolder(
  root: string,
  filesDir: string | null,
  account: Account | null,
): DataFolder {
  const folder = {
    root,
    postgres: join(root, 'postgres'),
    logs: join(root, 'logs'),
    agent: join(root, 'agent'),
    launcher: join(root, 'launcher'),
  };
  try {
    const isNew = makeFolder(root, 0o700);
    if (account && (isNew || isEmpty(root))) {
      chownSync(root, 0, account.gid);
      chmodSync(root, 0o1770);
    }
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const path of [folder.logs, folder.agent, folder.launcher]) {
      makeFolder(path, 0o700);
    }
    for (const path of [folder.postgres, ...(filesDir ? [] : [join(root, 'files')])]) {
      if (makeFolder(path, 0o700) && account) {
        chownSync(path, account.uid, account.gid);
      }
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new LauncherError(
      'DATA_DIR_NOT_WRITABLE',
      `DATA_DIR ${root} cannot be written (${code}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
  if (account && !canUse(folder.postgres, account)) {
    throw new LauncherError(
      'DATA_DIR_OWNER',
      `DATA_DIR ${root} cannot be written by the service account "${account.name}": start as the user it belongs to, or give it away with: chown -R ${account.name} ${root}`,
    );
  }
  return folder;
}

function isEmpty(path: string): boolean {
  return readdirSync(path).every((name) => name === 'lost+found');
}

/** Whether an account may write there, asked as that account: it knows about modes, lists and read-only mounts alike. */
export function canUse(path: string, account: Account): boolean {
  const { uid, gid } = account;
  return spawnSync('test', ['-w', path, '-a', '-x', path], { uid, gid }).status === 0;
}
