import { LogLines } from './log-lines.js';

/** A piece of an output that is read by byte offsets. */
export interface LogPage {
  offset: number;
  nextOffset: number;
  text: string;
  /** Grows when what writes begins anew, and its output at 0 again. */
  attempt: number;
  /** Whether nothing will ever follow `nextOffset`. */
  isComplete: boolean;
}
export type ReadLog = (offset: number, signal: AbortSignal) => Promise<LogPage>;

export interface LogState {
  lines: LogLines;
  /** Grows with every change, for what draws the lines. */
  version: number;
  nextOffset: number;
  /** Which run the output is of; null before the first answer. */
  attempt: number | null;
  /** Whether everything that there was at the last question has been read. */
  hasCaughtUp: boolean;
  /** Whether what writes has ended and all of its output is here. */
  isComplete: boolean;
  error: unknown;
}

const maxLines = 100_000;

/**
 * An output by byte offsets: pages from the server until nothing follows, and again whenever there is news of more.
 * News that come while a page is on its way are answered by one more page, so a fast writer costs a slow browser no
 * memory. No byte is shown twice, none is left out.
 */
export class LogStream {
  private state: LogState;
  private readonly listeners = new Set<() => void>();
  private stopping = new AbortController();
  private isReading = false;
  private mustReadAgain = false;

  /** @param startOffset where to begin: only the end of a very long output is shown. */
  constructor(
    private readonly read: ReadLog,
    startOffset = 0,
  ) {
    this.state = {
      lines: new LogLines(maxLines, startOffset > 0),
      version: 0,
      nextOffset: startOffset,
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

  /** There is output up to `nextOffset`. */
  accept(update: { nextOffset: number }): void {
    if (update.nextOffset > this.state.nextOffset) {
      void this.catchUp();
    }
  }

  /** Reads on from where the output ends until nothing follows. */
  async catchUp(): Promise<void> {
    this.mustReadAgain = true;
    if (this.isReading || this.state.isComplete) {
      return;
    }
    const { signal } = this.stopping;
    this.isReading = true;
    try {
      while (this.mustReadAgain && !this.state.isComplete) {
        await this.readPages(signal);
      }
    } catch (error) {
      if (!signal.aborted) {
        this.change({ error });
      }
    } finally {
      this.isReading = false;
    }
    if (signal.aborted && !this.stopping.signal.aborted) {
      await this.catchUp(); // It was started again meanwhile.
    }
  }

  private async readPages(signal: AbortSignal): Promise<void> {
    for (;;) {
      // What is told from here on may be missing in this page's answer.
      this.mustReadAgain = false;
      const page = await this.read(this.state.nextOffset, signal);
      signal.throwIfAborted();
      if (this.state.attempt !== null && page.attempt !== this.state.attempt) {
        this.beginAnew(page.attempt);
        continue;
      }
      const hasMore = page.nextOffset > this.state.nextOffset && !page.isComplete;
      this.add(page.text, {
        nextOffset: page.nextOffset,
        attempt: page.attempt,
        isComplete: page.isComplete,
        hasCaughtUp: this.state.hasCaughtUp || !hasMore,
        error: null,
      });
      if (!hasMore) {
        return;
      }
    }
  }

  /** It is written once more: what there was of it is gone. */
  private beginAnew(attempt: number): void {
    this.change({ lines: new LogLines(maxLines), nextOffset: 0, attempt, hasCaughtUp: false });
  }

  private add(text: string, more: Partial<LogState>): void {
    this.state.lines.append(text);
    this.change(more);
  }

  private change(more: Partial<LogState>): void {
    this.state = { ...this.state, ...more, version: this.state.version + 1 };
    this.listeners.forEach((listener) => listener());
  }
}
