import { describe, expect, test } from '@jest/globals';
import { colouredLine, LogLines, plainLine } from './log-lines.js';

const shown = (lines: LogLines): string[] =>
  Array.from({ length: lines.count }, (_, index) => lines.at(index));

describe('plainLine', () => {
  test.each([
    ['plain 文字', 'plain 文字'],
    ['\u001b[32mgreen\u001b[0m done', 'green done'],
    ['\u001b]0;title\u0007text', 'text'],
    ['10 %\r50 %\r100 %', '100 %'],
    ['dos line\r', 'dos line'],
    ['a\tb\u0008\u0000c', 'a\tbc'],
  ])('%j is shown as %j', (raw, plain) => {
    expect(plainLine(raw)).toBe(plain);
  });
});

describe('colouredLine', () => {
  test('keeps the colours that a terminal would show, and no other escapes', () => {
    expect(colouredLine('\u001b[31;1mred\u001b[0m \u001b]0;title\u0007rest\u001b[K')).toEqual([
      { text: 'red', colour: { name: 'red' }, isBold: true },
      { text: ' rest', colour: null, isBold: false },
    ]);
    expect(colouredLine('\u001b[92mok\u001b[0m')).toEqual([
      { text: 'ok', colour: { name: 'green' }, isBold: false },
    ]);
    expect(colouredLine('\u001b[38;5;208mx\u001b[38;2;1;2;3my')).toEqual([
      { text: 'x', colour: { css: 'rgb(255, 135, 0)' }, isBold: false },
      { text: 'y', colour: { css: 'rgb(1, 2, 3)' }, isBold: false },
    ]);
    expect(colouredLine('10 %\r\u001b[32m100 %\r')).toEqual([
      { text: '100 %', colour: { name: 'green' }, isBold: false },
    ]);
  });

  test.each(['plain', 'a\tb\u0008', '10 %\r20 %', ''])('%j is as it is without colours', (raw) => {
    expect(colouredLine(raw).map(({ text }) => text)).toEqual([plainLine(raw)]);
  });
});

describe('LogLines', () => {
  test('finds the lines with a text, the unfinished one too', () => {
    const lines = new LogLines(100);
    lines.append('Error: one\nfine\n\u001b[31mERR\u001b[0mOR two');
    expect(lines.find('error')).toEqual([0, 2]);
    expect(lines.find('')).toEqual([]);
  });

  test('joins pieces that were cut anywhere', () => {
    const lines = new LogLines(100);
    lines.append('first\nsec');
    expect(shown(lines)).toEqual(['first', 'sec']);
    lines.append('ond\n');
    lines.append('\nfourth');
    expect(shown(lines)).toEqual(['first', 'second', '', 'fourth']);
    expect(lines.text()).toBe('first\nsecond\n\nfourth');
  });

  test('keeps only the newest lines, and counts the others', () => {
    const lines = new LogLines(100);
    for (let index = 0; index < 1_000; index += 1) {
      lines.append(`${index}\n`);
    }
    expect(lines.count).toBeGreaterThanOrEqual(100);
    expect(lines.count).toBeLessThanOrEqual(105);
    expect(lines.dropped + lines.count).toBe(1_000);
    expect(lines.at(lines.count - 1)).toBe('999');
    expect(lines.at(0)).toBe(String(lines.dropped));
  });

  test('cuts a line that never ends into rows', () => {
    const lines = new LogLines(100);
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
    const lines = new LogLines(100);
    for (let at = 0; at < text.length; at += 777) {
      lines.append(text.slice(at, at + 777));
    }
    expect(shown(lines)).toEqual(['start', 'Epoch 1000/1000 [#####]', 'end']);
  });

  test('leaves out the rest of a line when it begins inside one', () => {
    const lines = new LogLines(100, true);
    lines.append('\ufffdrest of');
    lines.append(' a line\nwhole\n');
    expect(shown(lines)).toEqual(['whole']);
  });
});
