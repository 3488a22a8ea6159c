import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { diskReserve } from '@clusterdesk/contracts';
import { nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { folderMode } from '../../../platform/file-space/safe-directory.js';
import { Timings } from '../../../platform/timings.js';
import { Staging } from './staging.js';

const pieceNames = ['1', '2', '3', '4'];
const maxBytes = 512 * 1024 ** 2;
/** Its share of the size of the reserve, to which it comes in addition. */
const reserveShare = 0.25;
/**
 * How many looks in a row must find the disk full: a piece that is freed while the job that fills the disk still runs would go to that
 * job. Agents end it within a second or two.
 */
const fullLooks = 4;
/** Longer than writing a piece takes, on the slowest disk. */
const partMs = 3_600_000;
const zeros = Buffer.alloc(1024 ** 2);
const run = promisify(execFile);

/** Occupied space that can be freed when a job has filled the disk: docs/decisions/full-disk.md. */
@Injectable()
export class ReservedSpaceFile implements OnApplicationShutdown {
  private readonly logger = new Logger('ReservedSpaceFile');
  private readonly dir: string;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
  private fullFor = 0;

  constructor(
    staging: Staging,
    private readonly timings: Timings,
  ) {
    this.dir = staging.ballastDir;
  }

  /** Maintains it from now on; several workers may do so at once. */
  async start(): Promise<void> {
    await mkdir(this.dir, { recursive: true, mode: folderMode });
    this.timer = setInterval(() => {
      this.looking ??= this.look()
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'The reserved space could not be maintained'),
        )
        .finally(() => (this.looking = null));
    }, this.timings.files.ballastMs);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  /** Looks once. */
  async look(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.dir);
    const reserveBytes = diskReserve(blocks * bsize);
    const pieceBytes = Math.min(maxBytes, reserveBytes * reserveShare) / pieceNames.length;
    const freeBytes = bavail * bsize;
    this.fullFor = freeBytes < pieceBytes ? this.fullFor + 1 : 0;
    const pieces = await readdir(this.dir);
    await this.removeLeft(pieces.filter((name) => name.includes('.part.')));
    const piece = pieces.find((name) => pieceNames.includes(name));
    if (this.fullFor >= fullLooks && piece !== undefined) {
      await rm(join(this.dir, piece), { force: true });
      this.fullFor = 0;
      this.logger.warn('The disk is full: a part of the reserved space was freed. Delete files.');
      return;
    }
    const missing = pieceNames.find((name) => !pieces.includes(name));
    if (missing !== undefined && freeBytes > reserveBytes + pieceBytes) {
      await this.make(missing, Math.floor(pieceBytes));
    }
  }

  /** What a worker that was killed has left of a piece. */
  private async removeLeft(parts: readonly string[]): Promise<void> {
    for (const part of parts) {
      const path = join(this.dir, part);
      const stats = await stat(path).catch(nullWhenGone);
      if (stats && Date.now() - stats.ctimeMs > partMs) {
        await rm(path, { force: true });
      }
    }
  }

  /** In one step where the filesystem supports it, else written out: a hole would reserve nothing. */
  private async make(name: string, bytes: number): Promise<void> {
    const part = join(this.dir, `${name}.part.${randomUUID()}`);
    try {
      await run('fallocate', ['-l', String(bytes), part]).catch(() => writeZeros(part, bytes));
      await rename(part, join(this.dir, name));
    } finally {
      await rm(part, { force: true });
    }
  }
}

async function writeZeros(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let done = 0; done < bytes; done += zeros.length) {
      await file.write(zeros, 0, Math.min(zeros.length, bytes - done));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
