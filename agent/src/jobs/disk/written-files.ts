import { spawn } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { systemPath } from '../../runs/processes/launcher.js';

/** `st_blocks`, and `%b` of find, count in these (POSIX). */
const blockBytes = 512;
/** Smaller files count together: a million of them must not be a million entries. */
const smallBytes = 64 * 1024;
/** Descriptors and mappings of one user that are looked at. */
const maxOpen = 20_000;

/** Bytes on the disk by inode; those of small files under one key of their own. */
export type WrittenFiles = Map<string, number>;

/** Folders of one user that are searched: their paths together must not be too long for a program. */
const maxFolders = 300;

/** What a user's jobs wrote, as far as it could be found. */
export interface Written {
  files: WrittenFiles;
  /** Whether they have more files or more open than is looked at, or hold some where nothing shows their size. */
  mayHide: boolean;
}

/**
 * What a user's jobs changed on a disk since a time: in the folders of the user, and what they have open without a name. The time of a
 * change is the kernel's; no job can set it back.
 * @param since milliseconds since the epoch
 * @param withinMs how long to search; what has not been found by then is left
 */
export async function findWritten(
  { user, folders }: { user: string; folders: readonly string[] },
  device: number,
  pids: readonly number[],
  since: number,
  withinMs: number,
): Promise<Written> {
  const files: WrittenFiles = new Map();
  const areWhole = await Promise.all([
    addOpen(files, device, pids, since).catch(() => true),
    addNamed(files, user, folders.slice(0, maxFolders), since, withinMs),
  ]);
  return { files, mayHide: areWhole.includes(false) || folders.length > maxFolders };
}

function add(files: WrittenFiles, user: string, inode: string, bytes: number): void {
  if (bytes >= smallBytes) {
    files.set(inode, bytes);
  } else {
    const key = `small of ${user}`;
    files.set(key, (files.get(key) ?? 0) + bytes);
  }
}

/**
 * `find` walks by descriptors: a link that comes to stand in the place of a folder leads it nowhere.
 * @returns whether the search was complete; where it cannot be started no files are found, which does not mean that files were hidden
 */
function addNamed(
  files: WrittenFiles,
  user: string,
  folders: readonly string[],
  since: number,
  withinMs: number,
): Promise<boolean> {
  const changed = ['-newerct', `@${String(since / 1000)}`];
  const child = spawn(
    'find',
    [...folders, '-xdev', '-type', 'f', ...changed, '-printf', '%i %b\\n'],
    {
      cwd: '/',
      env: { PATH: systemPath, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: withinMs,
      killSignal: 'SIGKILL',
    },
  );
  createInterface(child.stdout).on('line', (line) => {
    const [inode, blocks] = line.split(' ');
    if (inode !== undefined && blocks !== undefined) {
      add(files, user, inode, Number(blocks) * blockBytes);
    }
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(true));
    child.once('close', (_, signal) => resolve(signal === null));
  });
}

/**
 * A file without a name is freed when its last descriptor and mapping are gone; until then only these show it. Nothing does while its
 * last descriptor is on its way through a socket, but that there is one.
 * @returns whether all of them were looked at
 */
async function addOpen(
  files: WrittenFiles,
  device: number,
  pids: readonly number[],
  since: number,
): Promise<boolean> {
  let seen = 0;
  let isWhole = true;
  for (const pid of pids) {
    for (const kind of ['fd', 'map_files']) {
      const folder = `/proc/${String(pid)}/${kind}`;
      for (const name of await readdir(folder).catch(() => [])) {
        seen += 1;
        if (seen > maxOpen) {
          return false;
        }
        const file = await stat(`${folder}/${name}`).catch(() => null);
        if (file?.isFile() && file.dev === device && file.nlink === 0 && file.ctimeMs >= since) {
          files.set(String(file.ino), file.blocks * blockBytes);
        } else if (file?.isSocket() && (await carriesDescriptors(pid, name))) {
          isWhole = false;
        }
      }
    }
  }
  return isWhole;
}

/** Whether descriptors wait in a socket to be received (Linux 5.6; older ones do not say). */
async function carriesDescriptors(pid: number, descriptor: string): Promise<boolean> {
  const path = `/proc/${String(pid)}/fdinfo/${descriptor}`;
  return /^scm_fds:\s*[1-9]/m.test(await readFile(path, 'latin1').catch(() => ''));
}
