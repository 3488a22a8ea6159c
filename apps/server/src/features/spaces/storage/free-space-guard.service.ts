import { Injectable } from '@nestjs/common';
import { NoSpaceLeftError } from '../space.errors.js';
import { Staging } from './staging.js';

/** The maximum age of the known free space, milliseconds. */
const lookMs = 1_000;

/**
 * What a process takes before it looks again: this share of what it saw, and no more than so many bytes. Other processes see the same
 * room, so this is all that each of them may take of it once another has had the rest.
 */
const grantShare = 1 / 16;
const grantBytes = 64 * 1024 * 1024;

/**
 * How many bytes of the disk a kind of transfer will still take; with an id only those that run at this moment, besides
 * the one of that id.
 */
export type PromisedBytes = (besides?: string) => Promise<number>;

/** Asked before bytes are written. @throws NoSpaceLeftError when they would come out of the reserve */
export interface WriteRoom {
  claim(bytes: number): Promise<void>;
}

/**
 * The free space for users' files, which all transfers share: transfers under way count before another one begins, and none may use
 * the reserve, whatever was free at the beginning.
 */
@Injectable()
export class FreeSpaceGuard implements WriteRoom {
  private readonly sources: PromisedBytes[] = [];
  /** As of the last look, less what was claimed since. */
  private spareBytes = 0;
  /** Of it, what may be claimed before the next look. */
  private grantedBytes = 0;
  private lookedAt = 0;
  private looking: Promise<void> | null = null;

  constructor(private readonly staging: Staging) {}

  /** Registers a kind of transfer. Call once, when the module starts. */
  addSource(source: PromisedBytes): void {
    this.sources.push(source);
  }

  /**
   * Checks that this many bytes fit besides the transfers under way.
   * @param besides the transfer that asks, when it is one of them
   * @throws NoSpaceLeftError
   */
  async assertRoomFor(bytes: number, besides?: string): Promise<void> {
    let promisedBytes = 0;
    for (const source of this.sources) {
      promisedBytes += await source(besides);
    }
    if (!(await this.staging.hasFreeSpace(bytes + promisedBytes))) {
      throw new NoSpaceLeftError();
    }
  }

  /** For each piece that is written. The disk is looked at once a second, and after each grant. */
  async claim(bytes: number): Promise<void> {
    if (this.grantedBytes < bytes || Date.now() - this.lookedAt >= lookMs) {
      await this.look();
      if (this.spareBytes < bytes) {
        throw new NoSpaceLeftError();
      }
    }
    this.spareBytes -= bytes;
    this.grantedBytes -= bytes;
  }

  /** Concurrent callers share one look. */
  private look(): Promise<void> {
    this.looking ??= this.staging
      .spareBytes()
      // A failed look is no reason to stop: writing fails if the disk is gone.
      .catch(() => Number.MAX_SAFE_INTEGER)
      .then((spareBytes) => {
        this.spareBytes = spareBytes;
        this.grantedBytes = Math.min(spareBytes * grantShare, grantBytes);
        this.lookedAt = Date.now();
      })
      .finally(() => (this.looking = null));
    return this.looking;
  }
}
