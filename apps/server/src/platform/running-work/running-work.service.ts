import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Realtime } from '../realtime/realtime.service.js';
import { Timings } from '../timings.js';
import { RightEndedError } from './running-work.errors.js';

/** On whose right something runs. What ends any of these ends the work. */
export interface WorkOwner {
  userId: string;
  /** Of a request made with a session. */
  sessionId?: string;
  /** Of a download: the ticket in its address. */
  ticketId?: string;
  /** Each space that is read or written, as `spaceKey` names it. */
  spaceKeys?: readonly string[];
}

/** What is to end: work that matches every field given. */
export interface WorkMatch {
  userId?: string;
  sessionId?: string;
  ticketId?: string;
  spaceKey?: string;
}

/** How a piece of running work is asked again whether it may go on. */
export interface WorkCheck {
  /** Reads the rights of this moment. An error counts as yes: the check comes again, and placing checks by itself. */
  isStillAllowed?: () => Promise<boolean>;
}

/** One running request, upload, download or task. */
export interface WorkHandle {
  /** Aborted, with a `RightEndedError` as the reason, when the right ends. */
  readonly signal: AbortSignal;
  /** To be called when the work is over, however it ended. Calling it again does nothing. */
  end(): void;
}

interface Entry extends WorkCheck {
  owner: WorkOwner;
  abort: AbortController;
}

/**
 * What runs in this process on somebody's right: uploads, forms, downloads, packages, copies. When a session ends, a user is
 * frozen or deleted, or rights change, every process aborts what it concerns. Aborting saves bytes and time; whoever places
 * or sends something reads the rights once more at that moment.
 */
@Injectable()
export class RunningWork implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('RunningWork');
  private readonly entries = new Set<Entry>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly realtime: Realtime,
    private readonly timings: Timings,
  ) {}

  onModuleInit(): void {
    const { console } = this.realtime;
    console.on('accessEnded', ({ userId, sessionId }) => {
      if (userId !== undefined || sessionId !== undefined) {
        this.abort({
          ...(userId === undefined ? {} : { userId }),
          ...(sessionId === undefined ? {} : { sessionId }),
        });
      }
    });
    console.on('rightsChanged', (userIds) => {
      for (const userId of userIds) {
        this.recheckSafely({ userId });
      }
    });
    console.on('spaceAccessChanged', (spaceKey) => this.recheckSafely({ spaceKey }));
    this.timer = setInterval(() => this.recheckSafely({}), this.timings.rights.runningWorkMs);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** How many pieces of work run here. */
  get size(): number {
    return this.entries.size;
  }

  /** Notes that work begins. The caller ends it in a `finally`. */
  begin(owner: WorkOwner, check: WorkCheck = {}): WorkHandle {
    const entry: Entry = { owner, abort: new AbortController(), ...check };
    this.entries.add(entry);
    return { signal: entry.abort.signal, end: () => void this.entries.delete(entry) };
  }

  /** Aborts what matches, in this process. */
  abort(match: WorkMatch): void {
    for (const entry of this.matching(match)) {
      this.abortEntry(entry);
    }
  }

  /** Asks what matches whether it may go on, and aborts what may not. */
  async recheck(match: WorkMatch): Promise<void> {
    await Promise.all(
      this.matching(match).map(async (entry) => {
        if (entry.isStillAllowed && !(await entry.isStillAllowed())) {
          this.abortEntry(entry);
        }
      }),
    );
  }

  private recheckSafely(match: WorkMatch): void {
    this.recheck(match).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Running work could not be checked; it is checked again'),
    );
  }

  private abortEntry(entry: Entry): void {
    this.entries.delete(entry);
    entry.abort.abort(new RightEndedError());
  }

  private matching(match: WorkMatch): Entry[] {
    return [...this.entries].filter(
      ({ owner }) =>
        (match.userId === undefined || owner.userId === match.userId) &&
        (match.sessionId === undefined || owner.sessionId === match.sessionId) &&
        (match.ticketId === undefined || owner.ticketId === match.ticketId) &&
        (match.spaceKey === undefined || owner.spaceKeys?.includes(match.spaceKey) === true),
    );
  }
}
