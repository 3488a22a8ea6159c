import { describe, expect, test } from '@jest/globals';
import { LogStream, type LogPage, type ReadLog } from './log-stream.js';

/** A server that holds `text` (ASCII, so that letters are bytes) and answers in pages. */
class FakeOutput {
  text = '';
  hasEnded = false;
  attempt = 1;
  asked: number[] = [];
  private waiting: (() => void)[] = [];
  isHeld = false;

  constructor(private readonly pageBytes = 1_000) {}

  read: ReadLog = async (offset, signal): Promise<LogPage> => {
    this.asked.push(offset);
    const text = this.text.slice(offset, offset + this.pageBytes);
    const nextOffset = offset + text.length;
    const page = {
      offset,
      nextOffset,
      text,
      attempt: this.attempt,
      isComplete: this.hasEnded && nextOffset >= this.text.length,
    };
    if (this.isHeld) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    signal.throwIfAborted();
    return page;
  };

  /** Adds output and tells of it as the live event would. */
  write(text: string) {
    this.text += text;
    return { nextOffset: this.text.length };
  }

  release(): void {
    this.isHeld = false;
    this.waiting.splice(0).forEach((go) => go());
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const shown = (log: LogStream): string => log.getState().lines.text();

describe('LogStream', () => {
  test('reads pages until nothing follows', async () => {
    const output = new FakeOutput(4);
    output.write('one\ntwo\nthree\n');
    const log = new LogStream(output.read);
    await log.catchUp();
    expect(shown(log)).toBe('one\ntwo\nthree');
    expect(log.getState()).toMatchObject({ hasCaughtUp: true, isComplete: false, nextOffset: 14 });
  });

  test('asks for what it is told of, and not for what it has', async () => {
    const output = new FakeOutput();
    const log = new LogStream(output.read);
    await log.catchUp();
    const first = output.write('one\n');
    log.accept(output.write('two\n'));
    await settle();
    const before = output.asked.length;
    log.accept(first);
    await settle();
    expect(shown(log)).toBe('one\ntwo');
    expect(output.asked.length).toBe(before);
  });

  test('answers all news that come while a page is on its way by one more page', async () => {
    const output = new FakeOutput();
    output.write('one\n');
    const log = new LogStream(output.read);
    output.isHeld = true;
    const reading = log.catchUp();
    for (const line of ['two\n', 'three\n', 'four\n']) {
      log.accept(output.write(line));
    }
    output.release();
    await reading;
    expect(shown(log)).toBe('one\ntwo\nthree\nfour');
    // The held page, the page that followed it, and one for the news.
    expect(output.asked.length).toBeLessThanOrEqual(3);
  });

  test('shows the output of a job that is run once more from its beginning', async () => {
    const output = new FakeOutput();
    output.write('of the first run\n');
    const log = new LogStream(output.read);
    await log.catchUp();
    Object.assign(output, { text: 'of the second\n', attempt: 2 });
    await log.catchUp();
    expect(shown(log)).toBe('of the second');
  });

  test('is complete when the job has ended and all is read, and asks no more', async () => {
    const output = new FakeOutput();
    output.write('one\n');
    output.hasEnded = true;
    const log = new LogStream(output.read);
    await log.catchUp();
    expect(log.getState().isComplete).toBe(true);
    const before = output.asked.length;
    await log.catchUp();
    expect(output.asked.length).toBe(before);
  });

  test('keeps a failure until the next answer', async () => {
    const output = new FakeOutput();
    let isAway = true;
    const log = new LogStream((offset, signal) =>
      isAway ? Promise.reject(new Error('away')) : output.read(offset, signal),
    );
    await log.catchUp();
    expect(log.getState().error).toEqual(new Error('away'));
    isAway = false;
    output.write('one\n');
    await log.catchUp();
    expect(log.getState().error).toBeNull();
    expect(shown(log)).toBe('one');
  });

  test('goes on after a stop and a new start', async () => {
    const output = new FakeOutput();
    output.write('one\n');
    const log = new LogStream(output.read);
    output.isHeld = true;
    const reading = log.catchUp();
    log.stop();
    log.start();
    void log.catchUp();
    output.release();
    await reading;
    await settle();
    expect(shown(log)).toBe('one');
    expect(log.getState().error).toBeNull();
  });

  test('of a long output only the end is read, from the next whole line', async () => {
    const output = new FakeOutput();
    output.write('first line\nsecond line\n');
    const log = new LogStream(output.read, 4);
    await log.catchUp();
    expect(shown(log)).toBe('second line');
  });
});
