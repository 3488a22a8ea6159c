import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { Staging } from '../../spaces/storage/staging.js';

/** All that is kept, of everybody; what was made first goes first. */
const maxBytes = 512 * 1_024 * 1_024;
/** What a file takes at least. */
const blockBytes = 4_096;
const dayMs = 24 * 3_600_000;
/** Also of a file that is gone, and of one that could not be drawn: it is tried again then. */
const keptMs = 30 * dayMs;
/** A part that old belongs to a process that died. */
const partMs = 3_600_000;
/** How many one process adds before it looks whether there are too many, at the times between two sweeps. */
const addedAtOnce = 5_000;

/**
 * Thumbnails as files beside the users' own: of no quota and in no backup, for each can be made again. An empty one says that this
 * content cannot be drawn.
 */
@Injectable()
export class ThumbnailStore {
  private added = 0;

  constructor(private readonly staging: Staging) {}

  /** @param key hexadecimal digits. @returns null where nothing is known of it */
  find(key: string): Promise<Buffer | null> {
    return readFile(this.path(key)).catch(nullWhenGone);
  }

  /** Keeps a thumbnail, unless the disk is full. */
  async keep(key: string, bytes: Buffer): Promise<void> {
    if (!(await this.staging.hasFreeSpace(bytes.length + blockBytes))) {
      return;
    }
    const part = this.path(`${key}.${randomUUID()}.part`);
    try {
      const handle = await open(part, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        // An empty file after a power cut would say that there is nothing to draw.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, this.path(key));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    this.added += 1;
    if (this.added >= addedAtOnce) {
      this.added = 0;
      await this.sweep(new AbortController().signal);
    }
  }

  /** Removes what is old, and the oldest of what is too much. @param most bytes that may stay */
  async sweep(signal: AbortSignal, most = maxBytes): Promise<void> {
    const kept: { name: string; madeMs: number; bytes: number }[] = [];
    const now = Date.now();
    for (const name of await readdir(this.staging.thumbnailsDir)) {
      if (signal.aborted) {
        return;
      }
      // A name that is not ours is left alone: NFS keeps a removed file that is still open as `.nfs<number>`.
      const found = /^[0-9a-f]/.test(name) && (await stat(this.path(name)).catch(nullWhenGone));
      if (!found) {
        continue;
      }
      if (now - found.mtimeMs > (name.endsWith('.part') ? partMs : keptMs)) {
        await rm(this.path(name), { force: true });
      } else {
        kept.push({ name, madeMs: found.mtimeMs, bytes: Math.max(found.size, blockBytes) });
      }
    }
    kept.sort((one, other) => other.madeMs - one.madeMs);
    let left = most;
    for (const { name, bytes } of kept) {
      left -= bytes;
      if (left < 0) {
        await rm(this.path(name), { force: true });
      }
    }
  }

  private path(name: string): string {
    return join(this.staging.thumbnailsDir, name);
  }
}
