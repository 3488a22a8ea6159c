import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { folderMode } from '../../platform/file-space/safe-directory.js';

/** Room that stays free whatever is uploaded or packed. */
const reserveBytes = 64 * 1024 * 1024;

/** The platform's own folder beside the users' files, on the same filesystem: what is arriving, and what was packed. */
@Injectable()
export class Staging implements OnModuleInit {
  readonly uploadsDir: string;
  readonly packagesDir: string;
  readonly copiesDir: string;
  /** Second names of files that a web server in front is sending, in a folder for each minute. */
  readonly accelDir: string;

  constructor(config: Config) {
    this.uploadsDir = join(config.filesDir, '.staging', 'uploads');
    this.packagesDir = join(config.filesDir, '.staging', 'packages');
    this.copiesDir = join(config.filesDir, '.staging', 'copies');
    this.accelDir = join(config.filesDir, '.staging', 'accel');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.uploadsDir, { recursive: true, mode: folderMode });
    await mkdir(this.packagesDir, { recursive: true, mode: folderMode });
    await mkdir(this.copiesDir, { recursive: true, mode: folderMode });
    await mkdir(this.accelDir, { recursive: true, mode: folderMode });
  }

  uploadPath(id: string): string {
    return join(this.uploadsDir, id);
  }

  packagePath(id: string): string {
    return join(this.packagesDir, `${id}.zip`);
  }

  /** Where a run of a copy puts an entry; `staged` is `<claim>/<position>`. */
  copyPath(id: string, staged: string): string {
    return join(this.copiesDir, id, staged);
  }

  /** Removes what is staged of a copy, or only what one run of it staged. */
  async removeCopy(id: string, claim = ''): Promise<void> {
    await removeTree(join(this.copiesDir, id, claim));
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
    return stat(this.uploadPath(uploadId)).then(
      () => true,
      () => false,
    );
  }

  /** Whether that many bytes more fit. */
  async hasFreeSpace(bytes: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.uploadsDir);
    return bavail * bsize >= bytes + reserveBytes;
  }
}

/** Removes a folder that a run may be writing into at this moment: what comes into it meanwhile goes too. */
async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
