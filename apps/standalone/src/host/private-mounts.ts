import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LauncherError } from '../launcher-error.js';
import type { Account } from './service-account.js';

const marker = 'CLUSTERDESK_PRIVATE_MOUNTS';

/** A folder that must be reachable, and the topmost folder on the way to it that is shut for the service account. */
interface ShutPath {
  path: string;
  shutAt: string;
}

/** The folders above `paths` that the account cannot enter (a clone in /root, mode 700, say). */
export function findShutPaths(paths: readonly string[], account: Account): ShutPath[] {
  return paths.flatMap((path) => {
    const shutAt = ancestorsOf(dirname(path)).find(
      (folder) => existsSync(folder) && !canEnter(folder, account),
    );
    return shutAt ? [{ path, shutAt }] : [];
  });
}

/** Whether this process is the one that `runInPrivateMounts` started. */
export function isInPrivateMounts(): boolean {
  return process.env[marker] !== undefined;
}

/**
 * Runs this program again where the shut folders are covered by empty ones that anybody may enter, with only `paths` bound back
 * to their own places. The rest of the host sees nothing of it, and no mode of any file is changed.
 * @returns the exit code
 */
export async function runInPrivateMounts(shut: readonly ShutPath[]): Promise<number> {
  const aside = mkdtempSync(join(tmpdir(), 'clusterdesk-'));
  const paths = withoutNested(shut.map(({ path }) => path));
  const covers = withoutNested(shut.map(({ shutAt }) => shutAt));
  paths.forEach((_, index) => mkdirSync(join(aside, String(index))));
  checkMountsWork(covers);
  const script = [
    ...paths.map(
      (path, index) => `mount --rbind ${quote(path)} ${quote(join(aside, String(index)))}`,
    ),
    ...covers.map((cover) => `mount -t tmpfs -o mode=755,size=16m clusterdesk ${quote(cover)}`),
    ...paths.map(
      (path, index) =>
        `mkdir -p ${quote(path)} && mount --rbind ${quote(join(aside, String(index)))} ${quote(path)}`,
    ),
    `cd ${quote(process.cwd())} 2>/dev/null || cd /`,
    `exec ${[process.execPath, ...process.execArgv, ...process.argv.slice(1)].map(quote).join(' ')}`,
  ].join(' || exit 125\n');
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', '--', 'sh', '-c', `umask 022\n${script}`],
    {
      env: { ...process.env, [marker]: '1' },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C reaches this process, which passes it on: the other one must not see it twice.
      detached: true,
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (...end) => resolve(end));
    },
  );
  removeEmptyFolders(aside, paths.length);
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

function checkMountsWork(covers: readonly string[]): void {
  const { status } = spawnSync('unshare', ['--mount', '--propagation', 'private', 'true']);
  if (status !== 0) {
    throw new LauncherError(
      'FOLDER_SHUT',
      `The service account cannot enter ${covers.join(' or ')}, and this host allows no private mounts: move ClusterDesk and its data elsewhere (such as /opt and /srv), or start as an ordinary user.`,
    );
  }
}

/** From the root down to the folder itself. */
function ancestorsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...ancestorsOf(parent), path];
}

/** Asked as that account: it knows about modes, access lists and what else the host has. */
function canEnter(folder: string, { uid, gid }: Account): boolean {
  return spawnSync('test', ['-x', folder], { uid, gid, cwd: '/' }).status === 0;
}

function withoutNested(paths: readonly string[]): string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => path.startsWith(`${other}/`)));
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function removeEmptyFolders(aside: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    rmdirSync(join(aside, String(index)));
  }
  rmdirSync(aside);
}
