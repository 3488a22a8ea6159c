import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Semaphore } from '../concurrency.js';
import { groupBy } from '../group-by.js';
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
  /** Each space that is read or written, and whose entries those are, as `spaceKeyText` names it. Of a form it becomes known on the way. */
  spaceKeys?: readonly string[] | (() => readonly string[]);
}

/** What is to end: work that matches every field given. */
export interface WorkMatch {
  userId?: string;
  userIds?: ReadonlySet<string>;
  sessionId?: string;
  ticketId?: string;
  spaceKeys?: ReadonlySet<string>;
}

/** How a piece of running work is asked again whether it may go on. */
export interface WorkCheck {
  /** Reads the rights of this moment. An error counts as yes: the check comes again, and placing checks by itself. */
  isStillAllowed?: () => Promise<boolean>;
  /** In its place, for work of which there may be hundreds: asked once for all of it. */
  group?: WorkGroup;
}

/** Asks for much work of one kind together. */
export interface WorkGroup {
  /** Those of them that may go on. An error counts as yes for all. */
  findAllowed(works: readonly WorkHandle[]): Promise<ReadonlySet<WorkHandle>>;
}

/** One running request, upload, download or task. */
export interface WorkHandle {
  /** Aborted, with a `RightEndedError` as the reason, when the right ends. */
  readonly signal: AbortSignal;
  /** To be called when the work is over, however it ended. Calling it again does nothing. */
  end(): void;
}

interface Entry extends WorkCheck, WorkHandle {
  owner: WorkOwner;
  abort: AbortController;
}

/** Questions on their way at once: of the pool's connections the most are for calls. */
const askedAtOnce = 2;

/**
 * What runs in this process on somebody's right: uploads, forms, downloads, packages, copies. When a session ends, a user is
 * frozen or deleted, or rights change, every process aborts what it concerns. Aborting saves bytes and time; whoever places
 * or sends something reads the rights once more at that moment.
 */
@Injectable()
export class RunningWork implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('RunningWork');
  private readonly entries = new Set<Entry>();
  private readonly asking = new Semaphore(askedAtOnce);
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
    console.on('rightsChanged', (userIds) => void this.recheck({ userIds: new Set(userIds) }));
    console.on('spaceAccessChanged', (spaceKeys) => {
      void this.recheck({ spaceKeys: new Set(spaceKeys) });
    });
    this.checkAgain();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** How many pieces of work run here. */
  get size(): number {
    return this.entries.size;
  }

  /** Notes that work begins. The caller ends it in a `finally`. */
  begin(owner: WorkOwner, check: WorkCheck = {}): WorkHandle {
    const abort = new AbortController();
    const entry: Entry = {
      ...check,
      owner,
      abort,
      signal: abort.signal,
      end: () => void this.entries.delete(entry),
    };
    this.entries.add(entry);
    return entry;
  }

  /** Aborts what matches, in this process. */
  abort(match: WorkMatch): void {
    for (const entry of this.matching(match)) {
      this.abortEntry(entry);
    }
  }

  /** Asks what matches whether it may go on, and aborts what may not. */
  async recheck(match: WorkMatch): Promise<void> {
    const entries = this.matching(match);
    const alone = entries.map(async (entry) => {
      if (entry.isStillAllowed && !(await this.ask(entry.isStillAllowed, true))) {
        this.abortEntry(entry);
      }
    });
    const together = [...groupBy(entries, ({ group }) => group)].map(async ([group, works]) => {
      const allowed = group && (await this.ask(() => group.findAllowed(works), new Set(works)));
      works.filter((work) => allowed?.has(work) === false).forEach((work) => this.abortEntry(work));
    });
    await Promise.all([...alone, ...together]);
  }

  private ask<T>(question: () => Promise<T>, otherwise: T): Promise<T> {
    return this.asking.run(question).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Running work could not be checked; it is checked again');
      return otherwise;
    });
  }

  /** Processes that started together do not ask together, and a check that takes long is not met by the next. */
  private checkAgain(): void {
    const { runningWorkMs } = this.timings.rights;
    this.timer = setTimeout(
      () => void this.recheck({}).finally(() => this.timer && this.checkAgain()),
      runningWorkMs * (0.7 + 0.2 * Math.random()),
    );
    this.timer.unref();
  }

  private abortEntry(entry: Entry): void {
    this.entries.delete(entry);
    entry.abort.abort(new RightEndedError());
  }

  private matching(match: WorkMatch): Entry[] {
    return [...this.entries].filter(
      ({ owner }) =>
        (match.userId === undefined || owner.userId === match.userId) &&
        match.userIds?.has(owner.userId) !== false &&
        (match.sessionId === undefined || owner.sessionId === match.sessionId) &&
        (match.ticketId === undefined || owner.ticketId === match.ticketId) &&
        (match.spaceKeys === undefined ||
          spaceKeysOf(owner).some((key) => match.spaceKeys?.has(key) === true)),
    );
  }
}

function spaceKeysOf({ spaceKeys = [] }: WorkOwner): readonly string[] {
  return typeof spaceKeys === 'function' ? spaceKeys() : spaceKeys;
}
