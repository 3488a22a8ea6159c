import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { StorageAwayError } from '../file-space/file-space.errors.js';
import { Timings } from '../timings.js';

/**
 * Ends the waiting for a file server that does not answer. A system call to it does not return until it is back (a hard mount, which
 * loses nothing) and cannot be ended; its caller can. Asked is only when a call takes long, so that an idle platform costs nothing.
 */
@Injectable()
export class StorageWatch {
  private asked: { at: number; answer: Promise<boolean> } | null = null;
  private answeredAt = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly timings: Timings,
  ) {}

  /**
   * What the work gives, unless it waits while the file server is away: then it goes on by itself, and what it does is known only later.
   * @throws StorageAwayError
   */
  async within<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const away = new Promise<never>((_, reject) => {
      const wait = (): void => {
        const { slowMs, slowWhileAwayMs } = this.timings.storage;
        timer = setTimeout(() => void look(), this.asked ? slowWhileAwayMs : slowMs);
      };
      const look = async (): Promise<void> => {
        if (!(await this.answers())) {
          reject(new StorageAwayError());
        } else if (!isOver) {
          wait();
        }
      };
      wait();
    });
    try {
      return await Promise.race([work(), away]);
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  /** Of the server itself: other questions are answered from what this host remembers. */
  private ask(): Promise<unknown> {
    return statfs(this.config.filesDir);
  }

  private async answers(): Promise<boolean> {
    const { answerMs, answerHoldsMs } = this.timings.storage;
    if (this.asked === null && performance.now() - this.answeredAt < answerHoldsMs) {
      return true;
    }
    this.asked ??= { at: performance.now(), answer: this.askOnce() };
    const { at, answer } = this.asked;
    const restMs = at + answerMs - performance.now();
    if (restMs <= 0) {
      return false;
    }
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), restMs);
    });
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A failure is an answer: the work gets one, too. */
  private async askOnce(): Promise<boolean> {
    await this.ask().catch(() => undefined);
    this.asked = null;
    this.answeredAt = performance.now();
    return true;
  }
}
