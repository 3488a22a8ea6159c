import { describe, expect, test } from '@jest/globals';
import { colouredLine, plainLine } from './line-text.js';

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
