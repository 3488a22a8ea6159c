import {
  constants,
  existsSync,
  lstat as lstatCallback,
  type BigIntStats,
  type Dir,
  type Dirent,
  type Stats,
} from 'node:fs';
import {
  chmod,
  lchmod,
  link,
  lstat,
  lutimes,
  mkdir,
  open,
  opendir,
  readdir,
  readlink,
  realpath,
  rename,
  rmdir,
  symlink,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { promisify } from 'node:util';
import { EntryNotFoundError, FileHeldError, isErrno, nullWhenGone } from './file-space.errors.js';
import { statMany } from './listing/stat-threads.js';

const directoryFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const fileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Linux: a descriptor that names a folder without opening it (O_PATH, which Node does not list). */
const pathOnlyFlags = 0o10000000 | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** A third faster than that of fs/promises, which counts in a folder of 10,000 entries. */
const quickLstat = promisify<string | Buffer, Stats>(lstatCallback);
const hasProc = existsSync('/proc/self/fd');

/** The name of an entry; as bytes where it is not UTF-8. */
export type EntryName = string | Buffer;

/** New folders and files: for the service account and its group only. */
export const folderMode = 0o770;
export const fileMode = 0o660;

/**
 * An open directory. Every step goes through its descriptor (`/proc/self/fd/<fd>/<name>`, Node's only `openat`), so a
 * symbolic link put in its place, or in the place of a directory above it, at any moment leads nowhere. Without /proc
 * (macOS, for development) paths are checked with realpath instead, which a race can beat.
 */
export class SafeDirectory {
  private constructor(
    private readonly handle: FileHandle,
    private readonly base: string,
  ) {}

  /** Opens the root of a space. Its path is the platform's own and trusted, except for its last part. */
  static async openRoot(path: string): Promise<SafeDirectory> {
    const handle = await open(path, directoryFlags);
    return new SafeDirectory(handle, hasProc ? `/proc/self/fd/${handle.fd}` : await realpath(path));
  }

  /** Opens a directory in this one. A link gives ELOOP or ENOTDIR. */
  async openDirectory(name: EntryName): Promise<SafeDirectory> {
    const path = this.pathOf(name);
    const handle = await open(path, directoryFlags);
    if (hasProc) {
      return new SafeDirectory(handle, `/proc/self/fd/${handle.fd}`);
    }
    if (typeof path !== 'string' || (await realpath(path)) !== path) {
      await handle.close();
      throw new EntryNotFoundError(String(name));
    }
    return new SafeDirectory(handle, path);
  }

  /** Opens a file for reading, never waiting for a writer (FIFO) or for a lock, and never through a link. */
  async openFile(name: EntryName): Promise<FileHandle> {
    return open(this.pathOf(name), fileFlags).catch((error: unknown) => {
      throw isErrno(error, 'EAGAIN') ? new FileHeldError(String(name)) : error;
    });
  }

  /** Its entries, read piece by piece; closed by iterating to the end or leaving the loop. */
  async scan(bufferSize: number): Promise<Dir> {
    return opendir(this.base, { bufferSize });
  }

  /** The same with names as bytes. */
  async scanRaw(): Promise<AsyncIterable<Dirent<Buffer>>> {
    // Node's types know no buffers here.
    const options = { encoding: 'buffer' } as unknown as { encoding: BufferEncoding };
    return (await opendir(this.base, options)) as unknown as AsyncIterable<Dirent<Buffer>>;
  }

  async names(): Promise<string[]> {
    return readdir(this.base);
  }

  async lstat(name: EntryName): Promise<Stats> {
    return quickLstat(this.pathOf(name));
  }

  /** What thousands of names are, without keeping the event loop. */
  async lstatMany(names: readonly string[]): ReturnType<typeof statMany> {
    return statMany(this.base, names);
  }

  /** The directory itself. */
  async statExact(): Promise<BigIntStats> {
    return this.handle.stat({ bigint: true });
  }

  /** With exact inode numbers. */
  async lstatExact(name: EntryName): Promise<BigIntStats> {
    return lstat(this.pathOf(name), { bigint: true });
  }

  async makeDirectory(name: EntryName): Promise<void> {
    await mkdir(this.pathOf(name), { mode: folderMode });
  }

  /** Where a link leads, as its bytes; it is not followed. */
  async readLink(name: EntryName): Promise<Buffer> {
    return readlink(this.pathOf(name), 'buffer');
  }

  /** Makes a link with the time of its own, seconds since the epoch, and follows none: not this one, nor one that has the name (EEXIST). */
  async makeLink(name: EntryName, target: Buffer, modifiedAt: number): Promise<void> {
    await symlink(target, this.pathOf(name));
    await lutimes(this.pathOf(name), new Date(), modifiedAt);
  }

  async renameTo(name: EntryName, target: SafeDirectory, newName: string): Promise<void> {
    await rename(this.pathOf(name), target.pathOf(newName));
  }

  /** Gives a file a second name; fails with EEXIST rather than replace. */
  async linkTo(name: EntryName, target: SafeDirectory, newName: string): Promise<void> {
    await link(this.pathOf(name), target.pathOf(newName));
  }

  /**
   * Moves an entry. A folder that its owner made read-only can be renamed, but not moved to another folder: it is made
   * writable for that moment.
   */
  async moveTo(name: EntryName, target: SafeDirectory, newName: string): Promise<void> {
    const { dev, ino } = await this.lstatExact(name);
    try {
      await this.renameTo(name, target, newName);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) {
        // A network filesystem asks again where an answer was lost: then it is there already.
        const moved = await target.lstatExact(newName).catch(nullWhenGone);
        if (moved?.dev === dev && moved.ino === ino) {
          return;
        }
      }
      if (!isErrno(error, 'EACCES')) {
        throw error;
      }
      const mode = await this.makeOwnWritable(name);
      if (mode === null) {
        throw error;
      }
      try {
        await this.renameTo(name, target, newName);
      } catch (again) {
        await this.setMode(name, mode);
        throw again;
      }
      await target.setMode(newName, mode);
    }
  }

  /** Lets the platform read and change a folder of its own account; its mode before, null when nothing was changed. */
  async makeOwnWritable(name: EntryName): Promise<number | null> {
    const { mode, uid } = await this.lstat(name);
    if ((mode & 0o700) === 0o700 || uid !== process.geteuid?.()) {
      return null;
    }
    await this.setMode(name, (mode & 0o7777) | 0o700);
    return mode & 0o7777;
  }

  /** Changes the mode of a folder; a link in its place leads nowhere. Needs no right to read the folder. */
  private async setMode(name: EntryName, mode: number): Promise<void> {
    if (!hasProc) {
      await lchmod(this.pathOf(name), mode);
      return;
    }
    const handle = await open(this.pathOf(name), pathOnlyFlags);
    try {
      await chmod(`/proc/self/fd/${handle.fd}`, mode);
    } finally {
      await handle.close();
    }
  }

  async removeDirectory(name: string): Promise<void> {
    await rmdir(this.pathOf(name));
  }

  async unlink(name: EntryName): Promise<void> {
    await unlink(this.pathOf(name));
  }

  /** Puts a file of the platform, given by its own path, here under a name that is free (else EEXIST). */
  async linkFromPath(absolutePath: string, name: EntryName): Promise<void> {
    await link(absolutePath, this.pathOf(name));
  }

  /** Gives a file a second name at a path of the platform. A symbolic link gets it itself, not what it points to. */
  async linkToPath(name: string, absolutePath: string): Promise<void> {
    await link(this.pathOf(name), absolutePath);
  }

  /** Puts a file of the platform here, replacing at once what has the name. */
  async renameFrom(absolutePath: string, name: EntryName): Promise<void> {
    await rename(absolutePath, this.pathOf(name));
  }

  /** Makes the names in here survive a power cut. Another host has removed the folder: there are none. */
  async flush(): Promise<void> {
    await this.handle.sync().catch((error: unknown) => {
      if (!isErrno(error, 'ESTALE')) {
        throw error;
      }
    });
  }

  /** Gives the directory itself a mode and a time of modification, seconds since the epoch. */
  async setOwn(mode: number, modifiedAt: number): Promise<void> {
    await this.handle.chmod(mode);
    await this.handle.utimes(new Date(), modifiedAt);
  }

  async ownerUid(): Promise<number> {
    return (await this.handle.stat()).uid;
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  private pathOf(name: string): string;
  private pathOf(name: EntryName): EntryName;
  private pathOf(name: EntryName): EntryName {
    const above = `${this.base}/`;
    return typeof name === 'string' ? above + name : Buffer.concat([Buffer.from(above), name]);
  }
}
