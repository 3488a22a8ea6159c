import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { folderMode } from '../../platform/file-space/safe-directory.js';

/** Room that stays free whatever is uploaded or packed. */
const reserveBytes = 64 * 1024 * 1024;

/** The platform's own folder beside the users' files, on the same filesystem: what is arriving, and what was packed. */
@Injectable()
export class Staging implements OnModuleInit {
  readonly uploadsDir: string;
  readonly packagesDir: string;

  constructor(@Inject(Config) config: Config) {
    this.uploadsDir = join(config.filesDir, '.staging', 'uploads');
    this.packagesDir = join(config.filesDir, '.staging', 'packages');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.uploadsDir, { recursive: true, mode: folderMode });
    await mkdir(this.packagesDir, { recursive: true, mode: folderMode });
  }

  uploadPath(id: string): string {
    return join(this.uploadsDir, id);
  }

  packagePath(id: string): string {
    return join(this.packagesDir, `${id}.zip`);
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
  async hasRoomFor(bytes: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.uploadsDir);
    return bavail * bsize >= bytes + reserveBytes;
  }
}
