import { mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { diskReserve } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { noneWhenGone, nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { folderMode } from '../../../platform/file-space/safe-directory.js';

/** Of a small filesystem no more than this share of its inodes is kept. */
const maxReserveShare = 0.1;
/** PostgreSQL makes files too; a disk of small files may have room for bytes and for no file. */
const reserveInodes = 5_000;

/** The platform's own folder beside the users' files, on the same filesystem: what is arriving, and what was packed. */
@Injectable()
export class Staging implements OnModuleInit {
  readonly uploadsDir: string;
  readonly packagesDir: string;
  readonly copiesDir: string;
  /** Second names of files that a web server in front is sending, in a folder for each minute. */
  readonly accelDir: string;
  /** What is given back when the disk is full. */
  readonly ballastDir: string;

  private knowsBirths = false;

  constructor(config: Config) {
    this.uploadsDir = join(config.filesDir, '.staging', 'uploads');
    this.packagesDir = join(config.filesDir, '.staging', 'packages');
    this.copiesDir = join(config.filesDir, '.staging', 'copies');
    this.accelDir = join(config.filesDir, '.staging', 'accel');
    this.ballastDir = join(config.filesDir, '.staging', 'ballast');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.uploadsDir, { recursive: true, mode: folderMode });
    await mkdir(this.packagesDir, { recursive: true, mode: folderMode });
    await mkdir(this.copiesDir, { recursive: true, mode: folderMode });
    await mkdir(this.accelDir, { recursive: true, mode: folderMode });
    this.knowsBirths = (await stat(this.uploadsDir, { bigint: true })).birthtimeNs > 0n;
  }

  /**
   * Gives a finished file the time of where it comes from. Not on a filesystem that does not know when a file was made: there an
   * inode of before with size and time of one's choice would pass for the file that was approved.
   */
  async setTime(path: string, modifiedAt: Date | null): Promise<void> {
    if (modifiedAt !== null && this.knowsBirths) {
      // Seconds as a floating-point number are cut off, not rounded: a little more than the millisecond stays within it.
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
   * Whether the folder is there into which a run put this entry: it stays when the entry is placed, and goes only with all of
   * staging, cleared by hand or missing after a restore.
   */
  async hasCopyRun(id: string, staged: string): Promise<boolean> {
    return (await stat(dirname(this.copyPath(id, staged))).catch(nullWhenGone)) !== null;
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
    return (await stat(this.packagePath(id)).catch(nullWhenGone)) !== null;
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
    return (await stat(this.uploadPath(uploadId)).catch(nullWhenGone)) !== null;
  }

  /** Whether that many bytes more fit. */
  async hasFreeSpace(bytes: number): Promise<boolean> {
    return (await this.spareBytes()) >= bytes;
  }

  /** How many bytes the disk holds besides its reserve; negative when that is begun, or when no more files can be made. */
  async spareBytes(): Promise<number> {
    const { bavail, blocks, bsize, files, ffree } = await statfs(this.uploadsDir);
    // Filesystems that make inodes as they need them say 0, or more than they will ever have.
    if (ffree < Math.min(reserveInodes, files * maxReserveShare)) {
      return -1;
    }
    return bavail * bsize - diskReserve(blocks * bsize);
  }
}

/** Removes a folder that a run may be writing into at this moment: what comes into it meanwhile goes too. */
async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
