import { describe, expect, test } from '@jest/globals';
import { LogLines } from './log-lines.js';

const shown = (lines: LogLines): string[] =>
  Array.from({ length: lines.count }, (_, index) => lines.at(index));

describe('LogLines', () => {
  test('finds the lines with a text, the unfinished one too', () => {
    const lines = new LogLines();
    lines.append('Error: one\nfine\n\u001b[31mERR\u001b[0mOR two');
    expect(lines.find('error')).toEqual([0, 2]);
    expect(lines.find('')).toEqual([]);
  });

  test('joins pieces that were cut anywhere', () => {
    const lines = new LogLines();
    lines.append('first\nsec');
    expect(shown(lines)).toEqual(['first', 'sec']);
    lines.append('ond\n');
    lines.append('\nfourth');
    expect(shown(lines)).toEqual(['first', 'second', '', 'fourth']);
    expect(lines.text()).toBe('first\nsecond\n\nfourth');
  });

  test('cuts a line that never ends into rows', () => {
    const lines = new LogLines();
    for (let index = 0; index < 10; index += 1) {
      lines.append('x'.repeat(1_000));
    }
    lines.append('\r\n');
    expect(shown(lines).map((line) => line.length)).toEqual([4_000, 4_000, 2_000]);
  });

  test.each([
    ['before each state', (state: string) => `\r${state}`],
    ['after each state', (state: string) => `${state}\r`],
  ])('shows the last state of a progress bar alone, returning %s', (_, drawn) => {
    const states = Array.from({ length: 1_000 }, (_, index) => `Epoch ${index + 1}/1000 [#####]`);
    const text = `start\n${states.map(drawn).join('')}\r\nend\n`;
    const lines = new LogLines();
    for (let at = 0; at < text.length; at += 777) {
      lines.append(text.slice(at, at + 777));
    }
    expect(shown(lines)).toEqual(['start', 'Epoch 1000/1000 [#####]', 'end']);
  });

  test.each([
    ['a colour', '\u001b[3', '1mred\u001b[0m\n', 'red'],
    ['a progress bar', '10 %\r50', ' %\r100 %\n', '100 %'],
    ['the end of a line', 'dos line\r', '\n', 'dos line'],
  ])('joins %s that two events bring', (_, first, second, line) => {
    const lines = new LogLines();
    lines.append(first);
    lines.append(second);
    expect(shown(lines)).toEqual([line]);
  });
});

/** Parts of 64 KiB, one letter each, in lines of 1,024 that lie across their borders. */
const part = (letter: string): string =>
  `${letter.repeat(511)}\n${`${letter.repeat(1_023)}\n`.repeat(63)}${letter.repeat(512)}`;
const partBytes = 64 * 1024;
const bounds = { rows: 10_000, characters: 4 * partBytes };

describe('the window on a long output', () => {
  function filled(letters: string, startOffset = 0): LogLines {
    const lines = new LogLines(bounds, startOffset);
    for (const letter of letters) {
      lines.append(part(letter));
    }
    return lines;
  }
  const span = ({ startOffset, endOffset }: LogLines) => [
    startOffset / partBytes,
    endOffset / partBytes,
  ];

  test('drops what is old in whole parts, and its rows keep their numbers', () => {
    const lines = filled('abcdef');
    const rows = shown(lines);
    expect(lines.isOverfull).toBe(true);
    lines.trimStart();
    expect(span(lines)).toEqual([3, 6]);
    expect([lines.isOverfull, lines.first]).toEqual([false, 3 * 64]);
    // The line that the border cuts has only what came after it.
    expect(shown(lines)).toEqual(['d'.repeat(511), ...rows.slice(3 * 64 + 1)]);
    lines.append(`${part('g')}`);
    lines.append(`${part('h')}`);
    lines.trimStart();
    expect(span(lines)).toEqual([5, 8]);
  });

  test('grows at its beginning, where lines that were cut become whole, and drops its end', () => {
    const lines = filled('bcdef', partBytes);
    lines.prepend(part('a'), { offset: 0, nextOffset: partBytes });
    expect(shown(lines)).toEqual(shown(filled('abcdef')));
    expect(lines.first).toBe(-64);
    lines.trimEnd();
    expect(span(lines)).toEqual([0, 3]);
    expect(lines.text()).toBe(part('a') + part('b') + part('c'));
    // What it dropped can be added again.
    lines.append(part('d'), { offset: 3 * partBytes, nextOffset: 4 * partBytes });
    expect(lines.text()).toBe(['a', 'b', 'c', 'd'].map(part).join(''));
  });

  test('drops its end also where it grew at its beginning before', () => {
    const lines = filled('ef', 4 * partBytes);
    [...'dcba'].forEach((letter, index) => {
      const offset = (3 - index) * partBytes;
      lines.prepend(part(letter), { offset, nextOffset: offset + partBytes });
    });
    lines.trimEnd();
    expect(span(lines)).toEqual([0, 3]);
    expect(lines.text()).toBe(part('a') + part('b') + part('c'));
  });

  test('knows when its lines began to come, wherever they were added', () => {
    const place = (offset: number, times: { line: number; time: number }[]) => ({
      offset,
      nextOffset: offset + 10,
      times,
    });
    const lines = new LogLines(bounds, 10);
    lines.append(
      'ine 1\nline 2\nli',
      place(10, [
        { line: 0, time: 20 },
        { line: 2, time: 30 },
      ]),
    );
    lines.append(
      'ne 3\nline 4',
      place(20, [
        { line: 0, time: 40 },
        { line: 1, time: 50 },
      ]),
    );
    const times = (): (number | null)[] => shown(lines).map((_, index) => lines.timeAt(index));
    expect(times()).toEqual([20, 20, 30, 50]);
    lines.prepend('line 0\nl', place(0, [{ line: 1, time: 10 }]));
    expect(shown(lines)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4']);
    expect(times()).toEqual([null, 10, 20, 30, 50]);
    expect([lines.hasTimes, new LogLines().hasTimes]).toEqual([true, false]);
  });
});
