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
  /** Each space that is read or written, and whose entries those are, as `spaceKeyText` names it. Of a form it becomes known on the way. */
  spaceKeys?: readonly string[] | (() => readonly string[]);
}

/** How a piece of running work is checked again. */
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
      for (const entry of this.entries) {
        const { owner } = entry;
        if (owner.userId === userId || (sessionId && owner.sessionId === sessionId)) {
          this.abort(entry);
        }
      }
    });
    console.on('rightsChanged', (userIds) => {
      const changed = new Set(userIds);
      void this.recheck(({ userId }) => changed.has(userId));
    });
    console.on('spaceAccessChanged', (spaceKeys) => {
      const changed = new Set(spaceKeys);
      void this.recheck((owner) => spaceKeysOf(owner).some((key) => changed.has(key)));
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

  /** Checks work of these owners, and aborts what may not go on. */
  async recheck(concerns: (owner: WorkOwner) => boolean = () => true): Promise<void> {
    const entries = [...this.entries].filter(({ owner }) => concerns(owner));
    const alone = entries.map(async (entry) => {
      if (entry.isStillAllowed && !(await this.ask(entry.isStillAllowed, true))) {
        this.abort(entry);
      }
    });
    const together = [...groupBy(entries, ({ group }) => group)].map(async ([group, works]) => {
      const allowed = group && (await this.ask(() => group.findAllowed(works), new Set(works)));
      works.filter((work) => allowed?.has(work) === false).forEach((work) => this.abort(work));
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
      () => void this.recheck().finally(() => this.timer && this.checkAgain()),
      runningWorkMs * (0.7 + 0.2 * Math.random()),
    );
    this.timer.unref();
  }

  private abort(entry: Entry): void {
    this.entries.delete(entry);
    entry.abort.abort(new RightEndedError());
  }
}

function spaceKeysOf({ spaceKeys = [] }: WorkOwner): readonly string[] {
  return typeof spaceKeys === 'function' ? spaceKeys() : spaceKeys;
}
