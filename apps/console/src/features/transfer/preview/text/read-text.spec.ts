import { beforeAll, expect, it } from '@jest/globals';
import { decodeText, readTextStart } from './read-text.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

beforeAll(() => {
  // The language of the page, in which a refusal would come.
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
  });
});

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

it('shows the beginning of what gzip packed, though only the beginning of it is here', async () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `@read${at}\nACGT${at * 7919}\n`).join('');
  const packed = new Uint8Array(
    await new Response(
      new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer(),
  );
  const half = packed.subarray(0, Math.floor(packed.length / 2));
  const realFetch = globalThis.fetch;
  globalThis.fetch = () =>
    Promise.resolve(
      new Response(half, { headers: { 'content-range': `bytes 0-9/${packed.length}` } }),
    );
  try {
    const start = await readTextStart('/file', new AbortController().signal, true);
    expect(start.isCut).toBe(true);
    expect(start.text?.length).toBeGreaterThan(1_000);
    expect(text.startsWith(start.text ?? '-')).toBe(true);
  } finally {
    globalThis.fetch = realFetch;
  }
});
