import { describe, expect, test } from '@jest/globals';
import { JobLog, type LogPage, type ReadLog } from './job-log.js';

/** A server that holds `text` (ASCII, so that letters are bytes) and answers in pages. */
class FakeOutput {
  text = '';
  hasEnded = false;
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
      isComplete: this.hasEnded && nextOffset >= this.text.length,
    };
    if (this.isHeld) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    signal.throwIfAborted();
    return page;
  };

  /** Adds output and gives it as the live event would. */
  write(text: string) {
    const offset = this.text.length;
    this.text += text;
    return { offset, nextOffset: this.text.length, text };
  }

  release(): void {
    this.isHeld = false;
    this.waiting.splice(0).forEach((go) => go());
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const shown = (log: JobLog): string => log.getState().lines.text();

describe('JobLog', () => {
  test('reads pages until nothing follows', async () => {
    const output = new FakeOutput(4);
    output.write('one\ntwo\nthree\n');
    const log = new JobLog(output.read);
    await log.catchUp();
    expect(shown(log)).toBe('one\ntwo\nthree');
    expect(log.getState()).toMatchObject({ hasCaughtUp: true, isComplete: false, nextOffset: 14 });
  });

  test('takes live pieces that fit, without asking', async () => {
    const output = new FakeOutput();
    const log = new JobLog(output.read);
    await log.catchUp();
    const before = output.asked.length;
    log.accept(output.write('one\n'));
    log.accept(output.write('two\n'));
    expect(shown(log)).toBe('one\ntwo');
    expect(output.asked.length).toBe(before);
  });

  test('asks for what is missing before a piece, and shows nothing twice', async () => {
    const output = new FakeOutput();
    const log = new JobLog(output.read);
    await log.catchUp();
    const missed = output.write('one\n');
    log.accept(output.write('two\n'));
    await settle();
    log.accept(missed);
    expect(shown(log)).toBe('one\ntwo');
  });

  test('a piece that comes while a page is on its way is neither lost nor doubled', async () => {
    const output = new FakeOutput();
    output.write('one\n');
    const log = new JobLog(output.read);
    output.isHeld = true;
    const reading = log.catchUp();
    log.accept(output.write('two\n'));
    output.release();
    await reading;
    expect(shown(log)).toBe('one\ntwo');
  });

  test('is complete when the job has ended and all is read, and asks no more', async () => {
    const output = new FakeOutput();
    output.write('one\n');
    output.hasEnded = true;
    const log = new JobLog(output.read);
    await log.catchUp();
    expect(log.getState().isComplete).toBe(true);
    const before = output.asked.length;
    await log.catchUp();
    expect(output.asked.length).toBe(before);
  });

  test('keeps a failure until the next answer', async () => {
    const output = new FakeOutput();
    let isAway = true;
    const log = new JobLog((offset, signal) =>
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
    const log = new JobLog(output.read);
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
    const log = new JobLog(output.read, 4);
    await log.catchUp();
    expect(shown(log)).toBe('second line');
  });
});
