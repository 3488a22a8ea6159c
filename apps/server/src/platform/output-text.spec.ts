import { describe, expect, it } from '@jest/globals';
import { characterAt, fromWholeLine, lineTimes, outputText } from './output-text.js';

/** 测试, 不 */
const gbk = { test: Buffer.from([0xb2, 0xe2, 0xca, 0xd4]), not: Buffer.from([0xb2, 0xbb]) };
const join = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe('where a character begins', () => {
  it.each([
    ['a', 0, 0],
    ['abc', 1, 1],
    ['你好', 1, 3],
    ['你好', 2, 3],
    ['你好', 3, 3],
    ['é', 1, 2],
    ['x😀y', 2, 5],
    ['x😀y', 4, 5],
    ['x😀y', 5, 5],
    [join(gbk.test, '\n', gbk.not), 5, 5],
    [Buffer.alloc(8, 0x80), 5, 5],
    [Buffer.from([0xe4, 0x41, 0x42]), 1, 1],
  ])('%p from %d on: at %d', (text, place, begin) => {
    expect(characterAt(join(text), place)).toBe(begin);
  });
});

describe('output as text', () => {
  it.each([
    ['UTF-8', join('云枢\n0.5 °C'), '云枢\n0.5 °C'],
    [
      'lines of GBK among others',
      join('一\n', gbk.test, '\n', gbk.not, '\r\n'),
      '一\n测试\n不\r\n',
    ],
    ['an unfinished line of GBK', join('一\n', gbk.test), '一\n'],
    ['neither of both', join('caf', Buffer.from([0xe9]), ' \n'), 'caf\ufffd \n'],
    ['two bytes of three', join('a\nb', Buffer.from('你').subarray(0, 2)), 'a\nb'],
    ['one byte of three', join('a', Buffer.from('你').subarray(0, 1)), 'a'],
    ['three bytes of four', join('a', Buffer.from('😀').subarray(0, 3)), 'a'],
    ['one byte of two', join('a', Buffer.from('é').subarray(0, 1)), 'a'],
  ])('%s', (_, bytes, text) => {
    const read = outputText(bytes, false);
    expect(read.text).toBe(text);
    // What was left goes on with what follows.
    const rest = join(bytes.subarray(read.length), '\n');
    expect(read.text + outputText(rest, true).text).toBe(outputText(join(bytes, '\n'), true).text);
  });

  it('leaves nothing behind at its end, and waits for no endless line', () => {
    expect(outputText(gbk.test, true)).toEqual({ text: '测试', length: 4 });
    expect(outputText(Buffer.alloc(40_000, 0xff), false).length).toBe(40_000);
    const endless = Buffer.from('你'.repeat(20_000));
    expect(outputText(endless.subarray(0, 50_000), false).length).toBe(49_998);
  });
});

describe('a part of some output', () => {
  it.each([
    ['from the first line that begins in it', 7, 'rest\nline\n', 12, 'line\n'],
    ['all of it where none does', 7, 'a long line', 7, 'a long line'],
    ['all of it where nothing follows the only end of a line', 7, 'rest\n', 7, 'rest\n'],
    ['all of it at the beginning', 0, 'line\nline', 0, 'line\nline'],
  ])('%s', (_, offset, text, begin, rest) => {
    const part = fromWholeLine({ offset, data: Buffer.from(text) });
    expect([part.offset, part.data.toString()]).toEqual([begin, rest]);
  });

  it('has the time at which each of its lines began to come', () => {
    const page = { offset: 100, data: Buffer.from('ab\ncd\n\nefgh\nij') };
    const pieces = [90, 103, 106, 109, 113, 115, 500].map((startByte) => ({
      startByte,
      time: startByte,
    }));
    expect(lineTimes(page, pieces)).toEqual([
      { line: 0, time: 90 },
      { line: 1, time: 103 },
      { line: 2, time: 106 },
      { line: 4, time: 109 },
      { line: 5, time: 113 },
      { line: 5, time: 115 },
      { line: 5, time: 500 },
    ]);
  });
});
