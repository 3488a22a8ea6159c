import { describe, expect, test } from '@jest/globals';
import { LogLines } from './window/log-lines.js';
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

  read: ReadLog = async (place, signal): Promise<LogPage> => {
    const end = 'before' in place ? Math.min(place.before, this.text.length) : undefined;
    const offset = 'offset' in place ? place.offset : Math.max(0, (end ?? 0) - this.pageBytes);
    this.asked.push(offset);
    const text = this.text.slice(offset, end ?? offset + this.pageBytes);
    const nextOffset = offset + text.length;
    const page = {
      offset,
      nextOffset,
      text,
      attempt: this.attempt,
      outputBytes: this.text.length,
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
    const log = new LogStream((place, signal) =>
      isAway ? Promise.reject(new Error('away')) : output.read(place, signal),
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
});

describe('events that bring output', () => {
  const told = (offset: number, text: string, isUtf8 = true) => {
    const nextOffset = offset + Buffer.byteLength(text);
    return { nextOffset, attempt: 1, output: { offset, nextOffset, text, isUtf8, time: 7 } };
  };
  async function opened(text: string) {
    const output = new FakeOutput();
    output.write(text);
    const log = new LogStream(output.read, true);
    await log.catchUp();
    output.asked = [];
    return { output, log };
  }

  test('ask for nothing where the page stands at them, or within them', async () => {
    const { output, log } = await opened('abc');
    log.accept(told(3, 'de\n'));
    log.accept(told(4, 'e\n测试\n'));
    await settle();
    expect(shown(log)).toBe('abcde\n测试');
    expect(log.getState().lines.timeAt(1)).toBe(7);
    expect(output.asked).toEqual([]);
  });

  test.each([
    ['after it', told(4, 'e\n')],
    ['within it, where its bytes are not those of the text', told(2, 'cde\n', false)],
    ['before it, with none of it', { nextOffset: 6, attempt: 1 }],
  ])('are asked for when they begin %s', async (_, event) => {
    const { output, log } = await opened('abc');
    output.write('de\n');
    log.accept(event);
    await settle();
    expect(shown(log)).toBe('abcde');
    expect(output.asked[0]).toBe(3);
  });

  test('of another run show that from its beginning', async () => {
    const { output, log } = await opened('of the first run\n');
    Object.assign(output, { text: 'second', attempt: 2 });
    log.accept({ ...told(0, 'second'), attempt: 2 });
    await settle();
    expect(shown(log)).toBe('second');
  });
});

describe('a long output', () => {
  const bounds = { rows: 100_000, characters: 300_000 };
  const pageBytes = 64_000;
  const line = (number: number): string => `${String(number).padStart(15)}\n`;
  const text = Array.from({ length: 100_000 }, (_, number) => line(number)).join('');
  async function opened() {
    const output = new FakeOutput(pageBytes);
    output.write(text);
    const log = new LogStream(output.read, true, (start) => new LogLines(bounds, start));
    await log.catchUp();
    return { output, log };
  }
  const edges = (log: LogStream) => {
    const { lines } = log.getState();
    return [lines.at(0), lines.at(lines.count - 1)].map(Number);
  };

  test('is shown from its end by one question, and earlier parts on request', async () => {
    const { output, log } = await opened();
    expect(output.asked).toEqual([text.length - pageBytes]);
    expect(edges(log)).toEqual([96_000, 99_999]);
    for (let step = 0; step < 3; step += 1) {
      await log.earlier();
    }
    expect(edges(log)).toEqual([84_000, 99_999]);
    expect(log.getState().isLive).toBe(true);
    for (let step = 0; step < 5; step += 1) {
      await log.earlier();
    }
    // The newest made room; and what comes now is not read.
    expect(edges(log)[0]).toBe(64_000);
    expect(edges(log)[1]).toBeLessThan(84_000);
    expect(log.getState().isLive).toBe(false);
    log.accept(output.write('new\n'));
    await settle();
    expect(log.getState().outputBytes).toBe(text.length + 4);
    expect(edges(log)[1]).toBeLessThan(84_000);
    for (let step = 0; step < 10; step += 1) {
      await log.later();
    }
    expect(shown(log).endsWith('99999\nnew')).toBe(true);
    expect(log.getState().isLive).toBe(true);
    log.accept(output.write('newer\n'));
    await settle();
    expect(shown(log).endsWith('new\nnewer')).toBe(true);
  });

  test('is shown from its beginning, and from its end again', async () => {
    const { output, log } = await opened();
    await log.toStart();
    expect(edges(log)).toEqual([0, 3_999]);
    output.hasEnded = true;
    await log.toEnd();
    expect(edges(log)).toEqual([96_000, 99_999]);
    expect(log.getState()).toMatchObject({ isLive: true, isComplete: true });
  });

  test('that grows is kept where it is read, and its old parts go where its end is', async () => {
    const { output, log } = await opened();
    const grow = async (times: number) => {
      for (let step = 0; step < times; step += 1) {
        log.accept(output.write(text.slice(0, 30_000)));
        await settle();
      }
    };
    await grow(20);
    expect(log.getState().lines.startOffset).toBeGreaterThan(text.length);
    expect(log.getState().isLive).toBe(true);
    log.setFollowed(false);
    const { startOffset } = log.getState().lines;
    await grow(20);
    expect(log.getState().lines.startOffset).toBe(startOffset);
    expect(log.getState().isLive).toBe(false);
  });

  test('from which a page was away long goes on at its end', async () => {
    const { output, log } = await opened();
    output.asked = [];
    for (let step = 0; step < 2; step += 1) {
      output.write(text);
    }
    log.accept({ nextOffset: output.text.length });
    await settle();
    expect(output.asked).toEqual([output.text.length - pageBytes]);
  });

  test('asks again for a part that failed', async () => {
    const { output, log } = await opened();
    const { read } = output;
    let isAway = true;
    const moved = new LogStream(
      (place, signal) =>
        'before' in place && place.before < 1e9 && isAway
          ? Promise.reject(new Error('away'))
          : read(place, signal),
      true,
    );
    await moved.catchUp();
    await moved.earlier();
    expect(moved.getState()).toMatchObject({ error: new Error('away'), isMoving: false });
    isAway = false;
    await moved.retry();
    expect(moved.getState().error).toBeNull();
    expect(edges(moved)).toEqual([92_000, 99_999]);
    expect(edges(log)).toEqual([96_000, 99_999]);
  });
});
