import { mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { diskReserve } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { freshStat, learnHomeDevice } from '../../../platform/file-space/file-identity.js';
import { noneWhenGone, nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { folderMode } from '../../../platform/file-space/safe-directory.js';

/** At most this share of the inodes of a small filesystem is reserved. */
const maxReserveShare = 0.1;
/** PostgreSQL makes files too; a disk of small files may have room for bytes and for no file. */
const reserveInodes = 5_000;

/** The platform's own folder beside the users' files, on the same filesystem, for incoming and packed files. */
@Injectable()
export class Staging implements OnModuleInit {
  readonly uploadsDir: string;
  readonly packagesDir: string;
  readonly copiesDir: string;
  /** Small pictures of users' pictures. */
  readonly thumbnailsDir: string;
  /** Outputs of jobs on their way to become files. */
  readonly logsDir: string;
  /** Second names of files that a web server in front is sending, in a folder for each minute. */
  readonly accelDir: string;
  /** Space that is freed when the disk is full. */
  readonly ballastDir: string;

  private knowsBirths = false;

  constructor(private readonly config: Config) {
    const folder = (name: string): string => join(config.filesDir, '.staging', name);
    this.uploadsDir = folder('uploads');
    this.packagesDir = folder('packages');
    this.copiesDir = folder('copies');
    this.thumbnailsDir = folder('thumbnails');
    this.logsDir = folder('logs');
    this.accelDir = folder('accel');
    this.ballastDir = folder('ballast');
  }

  async onModuleInit(): Promise<void> {
    const { uploadsDir, packagesDir, copiesDir, thumbnailsDir, logsDir, accelDir } = this;
    for (const dir of [uploadsDir, packagesDir, copiesDir, thumbnailsDir, logsDir, accelDir]) {
      await mkdir(dir, { recursive: true, mode: folderMode });
    }
    await learnHomeDevice(this.config.filesDir);
    this.knowsBirths = (await stat(this.uploadsDir, { bigint: true })).birthtimeNs > 0n;
  }

  /**
   * Gives a finished file the modification time of its source. Not on a filesystem without birth times: there a reused inode with a
   * chosen size and time would pass for the file that was approved.
   */
  async setTime(path: string, modifiedAt: Date | null): Promise<void> {
    if (modifiedAt !== null && this.knowsBirths) {
      // Fractions of seconds are truncated, not rounded: a little is added so that the millisecond stays the same.
      await utimes(path, new Date(), (modifiedAt.getTime() + 0.001) / 1000);
    }
  }

  uploadPath(id: string): string {
    return join(this.uploadsDir, id);
  }

  packagePath(id: string): string {
    return join(this.packagesDir, `${id}.zip`);
  }

  /** Where a run of a copy puts an entry; `staged` is `<lease>/<position>`. */
  copyPath(id: string, staged: string): string {
    return join(this.copiesDir, id, staged);
  }

  /**
   * Whether the folder exists into which a run put this entry. It stays when the entry is placed, and is missing only when staging was
   * cleared by hand or is missing after a restore.
   */
  async hasCopyRun(id: string, staged: string): Promise<boolean> {
    return isThere(dirname(this.copyPath(id, staged)));
  }

  /** Removes all that is staged of a copy. */
  async removeCopy(id: string): Promise<void> {
    await removeTree(join(this.copiesDir, id));
  }

  /** Removes what one run of a copy staged, but for what is in use: `<lease>/<position>`. */
  async removeCopyRun(id: string, lease: string, used: ReadonlySet<string>): Promise<void> {
    const dir = join(this.copiesDir, id, lease);
    for (const name of await readdir(dir).catch(noneWhenGone)) {
      if (!used.has(`${lease}/${name}`)) {
        await removeTree(join(dir, name));
      }
    }
  }

  async hasPackage(id: string): Promise<boolean> {
    return isThere(this.packagePath(id));
  }

  /** Puts a finished, flushed part in the place of a package; its name survives a power cut when this returns. */
  async commitPackage(part: string, id: string): Promise<void> {
    await rename(part, this.packagePath(id));
    const folder = await open(this.packagesDir, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /** Removes a package and whatever runs have written of it. */
  async removePackage(id: string): Promise<void> {
    for (const name of await readdir(this.packagesDir)) {
      if (name.startsWith(`${id}.`)) {
        await rm(join(this.packagesDir, name), { force: true });
      }
    }
  }

  /** Whether the bytes of an upload are (still) here. */
  async has(uploadId: string): Promise<boolean> {
    return isThere(this.uploadPath(uploadId));
  }

  /** Whether that many bytes more fit. */
  async hasFreeSpace(bytes: number): Promise<boolean> {
    return (await this.spareBytes()) >= bytes;
  }

  /** How many bytes are free besides the reserve; negative when the reserve is in use, or when no more files can be made. */
  async spareBytes(): Promise<number> {
    // A network filesystem that was mounted again has another number.
    await learnHomeDevice(this.config.filesDir);
    const { bavail, blocks, bsize, files, ffree } = await statfs(this.uploadsDir);
    // Filesystems that make inodes as they need them say 0, or more than they will ever have.
    if (ffree < Math.min(reserveInodes, files * maxReserveShare)) {
      return -1;
    }
    return bavail * bsize - diskReserve(blocks * bsize);
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await freshStat(path).catch(nullWhenGone)) !== null;
}

/** Removes a folder into which a run may still be writing; new entries are removed too. */
async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
