import type { ToldOutput } from '@clusterdesk/contracts';
import { LogLines, type PartPlace } from './window/log-lines.js';
import { restOf } from './window/told-output.js';

/** A piece of an output that is read by byte offsets. */
export interface LogPage extends PartPlace {
  text: string;
  /** Grows when what writes begins anew, and its output at 0 again. */
  attempt: number;
  /** Whether nothing will ever follow `nextOffset`. */
  isComplete: boolean;
  /** Bytes of output that there are; absent where all of it is shown. */
  outputBytes?: number | undefined;
}
/** A page from an offset on, or the one that ends before one. */
export type PagePlace = { offset: number } | { before: number };
export type ReadLog = (place: PagePlace, signal: AbortSignal) => Promise<LogPage>;

/** What live events tell of an output. */
export interface LogNews {
  nextOffset: number;
  attempt?: number;
  output?: ToldOutput;
}

export interface LogState {
  lines: LogLines;
  /** Grows with every change, for what draws the lines. */
  version: number;
  nextOffset: number;
  /** How much output there is, bytes, as far as is known. */
  outputBytes: number;
  /** Whether the window follows the end of the output; else there is more after it. */
  isLive: boolean;
  /** Whether an earlier or later part is on its way. */
  isMoving: boolean;
  /** Which run the output is of; null before the first answer. */
  attempt: number | null;
  /** Whether everything that there was at the last question has been read. */
  hasCaughtUp: boolean;
  /** Whether what writes has ended and all of its output was read. */
  isComplete: boolean;
  error: unknown;
}

/** Where a user takes the window of a long output. */
export interface LogMoves {
  earlier: () => Promise<void>;
  later: () => Promise<void>;
  toStart: () => Promise<void>;
  toEnd: () => Promise<void>;
  /** Whether somebody reads at the end: else what they read is not dropped for what comes. */
  setFollowed: (isFollowed: boolean) => void;
}

/** A place after the end of any output. */
const pastEnd = Number.MAX_SAFE_INTEGER;
/** Who lags by more bytes goes on at the end. */
const farBehind = 2 * 1024 * 1024;

/**
 * A window on an output: pages from the server until nothing follows, and again whenever there is news of more than they bring. News
 * that come while a page is on its way are answered by one more page, so a fast writer costs a slow browser no memory. No byte
 * is shown twice, none is left out. Of a long output the window begins at its end, and is moved by `LogMoves`.
 */
export class LogStream implements LogMoves {
  private state: LogState;
  private readonly listeners = new Set<() => void>();
  private stopping = new AbortController();
  private isReading = false;
  private mustReadAgain = false;
  private isFollowed = true;
  private readonly readOn = (): Promise<void> => this.catchUp();
  /** What failed last, to be done again. */
  private failed = this.readOn;

  /** @param fromEnd whether the end is shown first, else the beginning. */
  constructor(
    private readonly read: ReadLog,
    private readonly fromEnd = false,
    private readonly newLines: (startOffset: number) => LogLines = (startOffset) =>
      new LogLines(undefined, startOffset),
  ) {
    this.state = {
      lines: newLines(0),
      version: 0,
      nextOffset: 0,
      outputBytes: 0,
      isLive: true,
      isMoving: false,
      attempt: null,
      hasCaughtUp: false,
      isComplete: false,
      error: null,
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getState = (): LogState => this.state;

  /** May be started again after a stop, and goes on where it was. */
  start(): void {
    this.stopping = new AbortController();
  }

  stop(): void {
    this.stopping.abort();
  }

  setFollowed(isFollowed: boolean): void {
    this.isFollowed = isFollowed;
  }

  /** Does again what failed. */
  retry(): Promise<void> {
    return this.failed();
  }

  /** There is output up to `nextOffset`, perhaps all that is new of it. */
  accept({ nextOffset, attempt, output }: LogNews): void {
    const { state } = this;
    if (attempt !== undefined && state.attempt !== null && attempt !== state.attempt) {
      this.change({ isLive: true, isComplete: false });
      void this.catchUp();
      return;
    }
    if (nextOffset <= state.nextOffset) {
      return;
    }
    this.change({ outputBytes: Math.max(state.outputBytes, nextOffset) });
    if (!state.isLive) {
      return;
    }
    const isAtEnd = !this.isReading && state.hasCaughtUp;
    const rest = output && isAtEnd ? restOf(output, state.nextOffset) : null;
    if (rest === null) {
      void this.catchUp();
    } else {
      this.add(rest, {});
    }
  }

  /** Reads on from where the output ends until nothing follows. */
  async catchUp(): Promise<void> {
    this.mustReadAgain = true;
    if (this.isReading || this.state.isComplete || !this.state.isLive) {
      return;
    }
    const { signal } = this.stopping;
    this.isReading = true;
    try {
      while (this.mustReadAgain && !this.state.isComplete && this.state.isLive) {
        await this.readPages(signal);
      }
    } catch (error) {
      this.fail(error, signal, this.readOn);
    } finally {
      this.isReading = false;
    }
    if (signal.aborted && !this.stopping.signal.aborted) {
      await this.catchUp(); // It was started again meanwhile.
    }
  }

  earlier = (): Promise<void> => {
    const { startOffset } = this.state.lines;
    return this.move(startOffset > 0, { before: startOffset }, (page) => {
      const { lines } = this.state;
      if (page.nextOffset !== lines.startOffset) {
        return;
      }
      lines.prepend(page.text, page);
      if (lines.isOverfull) {
        lines.trimEnd();
        this.change({ isLive: lines.endOffset >= this.state.nextOffset && this.state.isLive });
      }
      this.change({ nextOffset: lines.endOffset });
    });
  };

  later = (): Promise<void> => {
    const { nextOffset, isLive } = this.state;
    return this.move(!isLive, { offset: nextOffset }, (page) => this.go(page, page.nextOffset));
  };

  toStart = (): Promise<void> =>
    this.move(this.state.lines.startOffset > 0, { offset: 0 }, (page) => this.show(page));

  toEnd = (): Promise<void> =>
    this.move(!this.state.isLive, { before: pastEnd }, (page) => this.show(page));

  private async move(
    isDue: boolean,
    place: PagePlace,
    take: (page: LogPage) => void,
  ): Promise<void> {
    if (!isDue || this.state.isMoving) {
      return;
    }
    const { signal } = this.stopping;
    this.failed = this.readOn;
    this.change({ isMoving: true, error: null });
    try {
      const page = await this.read(place, signal);
      signal.throwIfAborted();
      if (page.attempt === this.state.attempt) {
        take(page);
      } else {
        this.change({ isLive: true, isComplete: false });
      }
    } catch (error) {
      this.fail(error, signal, () => this.move(isDue, place, take));
    } finally {
      this.change({ isMoving: false });
    }
    await this.catchUp();
  }

  /** Shows a page in place of all that is there. */
  private show(page: LogPage): void {
    this.change({ lines: this.newLines(page.offset), nextOffset: page.offset });
    this.go(page, page.nextOffset);
  }

  /** Adds a page at the end of the window, which is live once it is the end of the output. */
  private go(page: LogPage, nextOffset: number): void {
    const outputBytes = page.outputBytes ?? nextOffset;
    const isLive = page.isComplete || nextOffset <= page.offset || nextOffset >= outputBytes;
    this.add(page, { outputBytes, isLive, isComplete: this.state.isComplete || page.isComplete });
  }

  private async readPages(signal: AbortSignal): Promise<void> {
    for (;;) {
      // What is told from here on may be missing in this page's answer.
      this.mustReadAgain = false;
      const { nextOffset, attempt, outputBytes } = this.state;
      const isFarBehind = this.isFollowed && outputBytes - nextOffset > farBehind;
      const isAtEnd = this.fromEnd && (attempt === null || isFarBehind);
      const page = await this.read(isAtEnd ? { before: pastEnd } : { offset: nextOffset }, signal);
      signal.throwIfAborted();
      if (attempt !== null && page.attempt !== attempt) {
        this.beginAnew();
        continue;
      }
      if (!this.state.isLive || this.state.nextOffset !== nextOffset) {
        return; // The window was moved meanwhile.
      }
      if (isAtEnd) {
        this.change({ lines: this.newLines(page.offset), nextOffset: page.offset });
      }
      const hasMore = page.nextOffset > this.state.nextOffset && !page.isComplete && !isAtEnd;
      this.add(page, {
        outputBytes: page.outputBytes ?? page.nextOffset,
        attempt: page.attempt,
        isComplete: page.isComplete,
        hasCaughtUp: this.state.hasCaughtUp || !hasMore,
        // What failed besides is still to be seen.
        error: this.failed === this.readOn ? null : this.state.error,
      });
      if (!hasMore || !this.state.isLive) {
        return;
      }
    }
  }

  /** It is written once more: what there was of it is gone. */
  private beginAnew(): void {
    const anew = { nextOffset: 0, outputBytes: 0, isLive: true, hasCaughtUp: false };
    this.change({ lines: this.newLines(0), attempt: null, ...anew });
  }

  private add({ text, ...place }: PartPlace & { text: string }, more: Partial<LogState>): void {
    const { lines } = this.state;
    lines.append(text, place);
    let isLive = more.isLive ?? this.state.isLive;
    if (lines.isOverfull && (this.isFollowed || this.state.isMoving)) {
      lines.trimStart();
    } else if (lines.isOverfull) {
      lines.trimEnd();
      isLive = false;
    }
    this.change({ ...more, isLive, nextOffset: lines.endOffset });
  }

  private fail(error: unknown, signal: AbortSignal, again: () => Promise<void>): void {
    if (!signal.aborted) {
      this.failed = again;
      this.change({ error });
    }
  }

  private change(more: Partial<LogState>): void {
    this.state = { ...this.state, ...more, version: this.state.version + 1 };
    this.listeners.forEach((listener) => listener());
  }
}
