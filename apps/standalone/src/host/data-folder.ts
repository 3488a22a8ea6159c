import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LauncherError } from '../launcher-error.js';
import { makeFolder } from './make-folder.js';
import type { Account } from './service-account.js';

/** Modes of a folder: the group or others may write; of what is in it, each may be replaced by its owner alone. */
const openToOthers = 0o022;
const sticky = 0o1000;

/** Everything the platform keeps, by owner. */
export interface DataFolder {
  /** Absolute path of DATA_DIR. */
  root: string;
  postgres: string;
  /** FILES_DIR, or the folder in its place; without links. */
  files: string;
  logs: string;
  agent: string;
  /** The launcher's own: lock, children, marker. */
  launcher: string;
  /** Programs of versions that upgrades brought; root's, read by the services. */
  versions: string;
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
    files: filesDir ?? join(root, 'files'),
    logs: join(root, 'logs'),
    agent: join(root, 'agent'),
    launcher: join(root, 'launcher'),
    versions: join(root, 'versions'),
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
    makeFolder(folder.versions, 0o755);
    for (const path of [folder.postgres, ...(filesDir ? [] : [folder.files])]) {
      if (makeFolder(path, 0o700) && account) {
        chownSync(path, account.uid, account.gid);
      }
    }
    if (account) {
      keepFromAccount(folder, account);
    }
    folder.files = filesDir ? findRealPath(filesDir) : realFolderOf(folder.files, account);
  } catch (error) {
    if (error instanceof LauncherError) {
      throw error;
    }
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new LauncherError(
      'DATA_DIR_NOT_WRITABLE',
      `DATA_DIR ${root} cannot be written (${code}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
  if (account && !canUse(folder.postgres, account)) {
    throw ownerError(folder, account);
  }
  return folder;
}

/**
 * Root writes and reads by path in its own folders: so they have to be root's, with no link in the place of one or in one, and
 * their parent has to be a folder where the service account can replace nothing of root's.
 */
function keepFromAccount(folder: DataFolder, account: Account): void {
  const root = statSync(folder.root);
  if (root.uid === account.uid) {
    chownSync(folder.root, 0, account.gid);
    chmodSync(folder.root, 0o1770);
  } else if ((root.mode & openToOthers) !== 0 && (root.mode & sticky) === 0) {
    chmodSync(folder.root, (root.mode & 0o777) | sticky);
  }
  for (const path of [folder.logs, folder.agent, folder.launcher, folder.versions]) {
    const found = lstatSync(path);
    if (!found.isDirectory() || found.uid !== 0 || (found.mode & openToOthers) !== 0) {
      throw ownerError(folder, account);
    }
    const link = readdirSync(path, { withFileTypes: true }).find((entry) => entry.isSymbolicLink());
    if (link) {
      throw linkError(join(path, link.name));
    }
  }
}

/** The folder that is there now, whatever its owner, the service account, puts there later. */
function realFolderOf(path: string, account: Account | null): string {
  const found = lstatSync(path);
  // An operator may have linked it to a larger disk; a link of root's cannot be replaced by the account.
  if (found.isSymbolicLink() && account && found.uid === account.uid) {
    throw linkError(path);
  }
  return realpathSync(path);
}

/** Of what is not there yet, as far as it is there: the server makes the rest. */
function findRealPath(path: string): string {
  return existsSync(path) || dirname(path) === path
    ? realpathSync(path)
    : join(findRealPath(dirname(path)), basename(path));
}

function ownerError({ root, ...folders }: DataFolder, { name }: Account): LauncherError {
  const { postgres, files, logs, agent, launcher, versions } = folders;
  return new LauncherError(
    'DATA_DIR_OWNER',
    `DATA_DIR ${root} is not root's and the service account's "${name}" as it has to be: start as the user it belongs to, or give it away with: chown -R ${name} ${postgres} ${files} && chown -R root ${logs} ${agent} ${launcher} ${versions}`,
  );
}

function linkError(path: string): LauncherError {
  return new LauncherError(
    'DATA_DIR_LINK',
    `${path} is a link, which does not belong there: look who made it, and remove it.`,
  );
}

function isEmpty(path: string): boolean {
  return readdirSync(path).every((name) => name === 'lost+found');
}

/** Whether an account may write there, asked as that account: it knows about modes, lists and read-only mounts alike. */
export function canUse(path: string, account: Account): boolean {
  const { uid, gid } = account;
  return spawnSync('test', ['-w', path, '-a', '-x', path], { uid, gid }).status === 0;
}
