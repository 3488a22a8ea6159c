import type { Logger } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';

/** A worker waits in Redis for its next task no longer than this (BullMQ's own bound). */
const longestWaitMs = 10_000;

/**
 * A connection that is hung up when Redis does not answer a ping in time: its host may have gone without a word, or stand still, and
 * another one may be the master by now. ioredis would wait for as long as the system does, which is a quarter of an hour.
 */
export class WatchedRedis extends Redis {
  /** Known not to answer: from the first attempt that fails, or the end of a connection, until it answers. */
  isAway = false;
  private timer: NodeJS.Timeout | undefined;
  private asked: Redis['stream'] | undefined;

  /** @param silenceMs longer than any command on this connection waits in Redis */
  constructor(
    options: RedisOptions,
    private readonly silenceMs: number,
  ) {
    super(options);
    this.on('connecting', () => {
      this.timer ??= setInterval(() => this.look(), this.silenceMs).unref();
    });
    this.on('ready', () => {
      this.isAway = false;
      this.asked = undefined;
    });
    this.on('error', () => (this.isAway = true));
    this.on('close', () => (this.isAway = true));
    this.on('end', () => {
      clearInterval(this.timer);
      this.timer = undefined;
    });
  }

  /** Resolves when it is known not to answer. */
  async untilAway(): Promise<void> {
    if (!this.isAway) {
      await new Promise<void>((resolve) => this.once('close', () => resolve()));
    }
  }

  /** BullMQ makes one for each worker, to wait on. */
  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new WatchedRedis({ ...this.options, ...override }, longestWaitMs + this.silenceMs);
  }

  private look(): void {
    const { status, stream } = this;
    // A Redis that stands still takes connections and says nothing on them.
    if (status !== 'ready' && status !== 'connect') {
      return;
    }
    if (this.asked === stream) {
      stream.destroy(new Error('Redis does not answer'));
      return;
    }
    this.asked = stream;
    if (status === 'ready') {
      this.ping().then(
        () => {
          if (this.asked === stream) {
            this.asked = undefined;
          }
        },
        () => undefined,
      );
    }
  }
}

/** One line when Redis goes away, and one when it is back, however often it is tried meanwhile. */
export function logAbsence(redis: Redis, logger: Pick<Logger, 'warn' | 'log'>): void {
  let isTold = false;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!isTold) {
      isTold = true;
      logger.warn(`Redis is away: ${error.message || String(error.code)}`);
    }
  });
  redis.on('ready', () => {
    if (isTold) {
      isTold = false;
      logger.log('Redis is back');
    }
  });
}
