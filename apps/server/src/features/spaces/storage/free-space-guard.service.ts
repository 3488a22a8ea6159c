import { Injectable } from '@nestjs/common';
import { NoSpaceLeftError } from '../space.errors.js';
import { Staging } from './staging.js';

/** How old what is known of the disk may be; milliseconds. */
const lookMs = 1_000;

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
 * The room on the disk of the users' files, which all transfers share: what is under way counts before another one
 * begins, and nobody writes into the reserve, whatever was free at the beginning.
 */
@Injectable()
export class FreeSpaceGuard implements WriteRoom {
  private readonly sources: PromisedBytes[] = [];
  /** As of the last look, less what was claimed since. */
  private spareBytes = 0;
  private lookedAt = 0;
  private looking: Promise<void> | null = null;

  constructor(private readonly staging: Staging) {}

  /** Registers a kind of transfer. Call once, when the module starts. */
  addSource(source: PromisedBytes): void {
    this.sources.push(source);
  }

  /**
   * Sees that so many bytes fit besides what is under way.
   * @param besides which transfer asks, when it counts among those itself.
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

  /** For each piece that is written: the disk is looked at once a second at the most, unless its room comes to an end. */
  async claim(bytes: number): Promise<void> {
    if (this.spareBytes < bytes || Date.now() - this.lookedAt >= lookMs) {
      await this.look();
      if (this.spareBytes < bytes) {
        throw new NoSpaceLeftError();
      }
    }
    this.spareBytes -= bytes;
  }

  /** One look for all who ask meanwhile. */
  private look(): Promise<void> {
    this.looking ??= this.staging
      .spareBytes()
      // Not knowing is no reason to stop; writing will fail if the disk is gone.
      .catch(() => Number.MAX_SAFE_INTEGER)
      .then((spareBytes) => {
        this.spareBytes = spareBytes;
        this.lookedAt = Date.now();
      })
      .finally(() => (this.looking = null));
    return this.looking;
  }
}
