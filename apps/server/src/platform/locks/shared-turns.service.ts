import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SessionLocks } from './session-locks.service.js';

/** How often a place is looked for that other processes hold, milliseconds: seldom once the wait is long. */
const firstLookMs = 50;
const lastLookMs = 1_000;

/**
 * Bounds what runs at once in all processes together: each place is an advisory lock of the process's session, so that one that
 * ended, however it ended, keeps none. Two statements for each run: for what costs far more than they do.
 */
@Injectable()
export class SharedTurns {
  /** Places of this process. A session could take its own lock a second time. */
  private readonly held = new Set<string>();

  constructor(private readonly locks: SessionLocks) {}

  /**
   * Runs the work when one of the places is free.
   * @param goneSignal asked for only by what has to wait: aborted when the caller has gone
   * @throws DatabaseAwayError, and the signal's reason
   */
  async run<T>(
    what: string,
    places: number,
    work: () => Promise<T>,
    goneSignal?: () => AbortSignal,
  ): Promise<T> {
    let leave = await this.tryTake(what, places);
    for (let waitMs = firstLookMs; !leave; waitMs = Math.min(2 * waitMs, lastLookMs)) {
      const signal = goneSignal?.();
      await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
      leave = await this.tryTake(what, places);
    }
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes a place without waiting. @returns what gives it back; null when all are taken */
  async tryTake(what: string, places: number): Promise<(() => void) | null> {
    for (let number = 0; number < places; number += 1) {
      const place = `${what} ${number}`;
      if (!this.held.has(place) && (await this.tryPlace(place))) {
        return () => this.leave(place);
      }
    }
    return null;
  }

  private async tryPlace(place: string): Promise<boolean> {
    this.held.add(place);
    let isTaken = false;
    try {
      isTaken = await this.locks.tryLock('turn', place);
      return isTaken;
    } finally {
      if (!isTaken) {
        this.held.delete(place);
      }
    }
  }

  private leave(place: string): void {
    this.locks.unlock('turn', place);
    this.held.delete(place);
  }
}
