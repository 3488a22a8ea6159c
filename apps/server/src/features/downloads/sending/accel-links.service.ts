import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../../config/config.js';
import { folderMode } from '../../../platform/file-space/safe-directory.js';
import type { OpenedDownload } from '../download.service.js';
import { Staging } from '../../spaces/storage/staging.js';

const minuteMs = 60_000;
/** nginx opens the file at once, and keeps sending when the name is gone. */
const keepMinutes = 2;

/**
 * Lets nginx in front send a file (X-Accel-Redirect). It opens files by name, and a job may put another file, or a link,
 * in the place of a name at any moment. So the very file that was checked gets a second name that nobody else can reach.
 */
@Injectable()
export class AccelLinks {
  private readonly logger = new Logger('AccelLinks');

  constructor(
    private readonly config: Config,
    private readonly staging: Staging,
  ) {}

  /** Where nginx finds the file; null when the server sends it itself. */
  async redirectFor(request: Request, download: OpenedDownload): Promise<string | null> {
    const prefix = this.config.accelRedirect;
    if (prefix === undefined || !mayRedirect(request)) {
      return null;
    }
    const { uid, dev, ino } = await download.handle.stat({ bigint: true });
    if (Number(uid) !== process.geteuid?.()) {
      return null; // a second name would make it a file that openRead refuses
    }
    const minute = String(Math.floor(Date.now() / minuteMs));
    const name = randomBytes(16).toString('hex');
    const path = join(this.staging.accelDir, minute, name);
    try {
      await mkdir(join(this.staging.accelDir, minute), { recursive: true, mode: folderMode });
      await download.link(path);
    } catch (error) {
      this.logger.warn({ err: error }, 'A file could not be linked for nginx');
      return null;
    }
    const linked = await lstat(path, { bigint: true });
    if (linked.ino !== ino || linked.dev !== dev) {
      await unlink(path);
      return null;
    }
    return `${prefix}${minute}/${name}`;
  }

  async removeOld(): Promise<void> {
    const oldest = Math.floor(Date.now() / minuteMs) - keepMinutes;
    for (const minute of await readdir(this.staging.accelDir)) {
      if (!(Number(minute) >= oldest)) {
        await rm(join(this.staging.accelDir, minute), { recursive: true, force: true });
      }
    }
  }
}

/**
 * The proxy announces it (`X-Sendfile-Type`), so that a client that connects directly gets the bytes from the server. With
 * If-Match and If-Unmodified-Since nginx would compare with validators of its own.
 */
function mayRedirect({ headers }: Request): boolean {
  return (
    headers['x-sendfile-type'] === 'X-Accel-Redirect' &&
    headers['if-match'] === undefined &&
    headers['if-unmodified-since'] === undefined
  );
}
