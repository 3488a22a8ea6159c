import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  answerCodes,
  type Envelope,
  type Failure,
  type LocalizedText,
} from '@clusterdesk/contracts';
import type { NextFunction, Request, Response } from 'express';
import { domainError } from '../domain-error.js';
import { languageOf } from '../language.js';

const stopping: LocalizedText = {
  cn: '服务正在重启，请稍后重试',
  en: 'The server is restarting. Try again in a moment.',
};

/** A call that waits for what may come after the end of this server is told so at once. */
export class ServerStoppingError extends domainError(
  'SERVER_STOPPING',
  answerCodes.unavailable,
  stopping,
) {}

/** After this time a client may find this server's successor, seconds. */
const retryAfterSeconds = 3;

/** Supervisors ask these until the process has gone. */
const healthPath = /^\/api\/health\//;

/**
 * The end of a server's life: readiness says no, then new calls are refused so that a load balancer takes them elsewhere, and
 * what runs is waited for. Nothing that was accepted is cut off before its time is over.
 */
@Injectable()
export class ServerDrain {
  private state: 'serving' | 'leaving' | 'refusing' = 'serving';
  private readonly refuses = new AbortController();
  private running = 0;
  private whenIdle: (() => void) | undefined;

  /** Whether a load balancer may send calls here. */
  get isServing(): boolean {
    return this.state === 'serving';
  }

  /** Aborted with a `ServerStoppingError` when new calls are refused: for calls that would wait until the time of the stop is over. */
  get refusing(): AbortSignal {
    return this.refuses.signal;
  }

  /** How many calls are under way. */
  get runningCalls(): number {
    return this.running;
  }

  /** Counts the calls, and refuses them when it is too late. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    if (this.state !== 'serving') {
      // The client's next call must find another server.
      response.setHeader('Connection', 'close');
    }
    if (healthPath.test(request.path)) {
      next();
      return;
    }
    if (this.state === 'refusing') {
      refuse(request, response);
      return;
    }
    this.running += 1;
    response.once('close', () => {
      this.running -= 1;
      if (this.running === 0) {
        this.whenIdle?.();
      }
    });
    next();
  };

  /**
   * Readiness says no, and calls are still taken for a while.
   * @param noticeMs how long load balancers need to notice that readiness is gone.
   */
  async announce(noticeMs: number): Promise<void> {
    this.state = 'leaving';
    await sleep(noticeMs);
  }

  /**
   * Refuses new calls.
   * @param limitMs how long running calls are waited for.
   * @returns how many calls were still under way at the end.
   */
  async finish(limitMs: number): Promise<number> {
    this.state = 'refusing';
    this.refuses.abort(new ServerStoppingError());
    if (this.running > 0) {
      const abort = new AbortController();
      const idle = new Promise<void>((resolve) => {
        this.whenIdle = resolve;
      });
      await Promise.race([
        idle,
        sleep(limitMs, undefined, { signal: abort.signal }).catch(() => undefined),
      ]);
      abort.abort();
    }
    return this.running;
  }
}

/** HTTP 503, not 200: it is for the load balancer, which passes the call on. */
function refuse(request: Request, response: Response): void {
  const failure: Envelope<Failure> = {
    success: false,
    code: answerCodes.unavailable,
    message: stopping[languageOf(request)],
    result: { error: 'SERVER_STOPPING' },
  };
  response.setHeader('Retry-After', String(retryAfterSeconds));
  response.status(answerCodes.unavailable).json(failure);
}
