import { expect, it } from '@jest/globals';
import { decodeText } from './read-text.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

it('reads UTF-8, also when the last character is cut', () => {
  expect(decodeText(utf8('你好'))).toEqual({ text: '你好', encoding: 'utf-8' });
  expect(decodeText(utf8('你好').subarray(0, 5))).toEqual({ text: '你', encoding: 'utf-8' });
});

it('guesses GBK, and UTF-16 by its mark', () => {
  expect(decodeText(new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]))?.text).toBe('你好');
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x60, 0x4f]))).toEqual({
    text: '你',
    encoding: 'utf-16le',
  });
});

it('knows what is no text', () => {
  expect(decodeText(new Uint8Array([0x7f, 0x45, 0, 1]))).toBeNull();
});
