import {
  appendFileSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@clusterdesk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keptBytes, readPiece, wholeLength } from './output-tail.js';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-tail-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('wholeLength', () => {
  it.each([
    ['ascii', Buffer.from('abc'), 3],
    ['a whole character', Buffer.from('你'), 3],
    ['two bytes of three', Buffer.from('a你').subarray(0, 3), 1],
    ['one byte of three', Buffer.from('a你').subarray(0, 2), 1],
    ['three bytes of four', Buffer.from('a😀').subarray(0, 4), 1],
    ['one byte of two', Buffer.from('aé').subarray(0, 2), 1],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x80, 0x80, 0x80, 0x80]), 6],
    ['nothing', Buffer.alloc(0), 0],
  ])('%s', (_name, bytes, whole) => {
    expect(wholeLength(bytes)).toBe(whole);
  });
});

describe('readPiece', () => {
  it('brings every byte once, in pieces that are whole text, whatever the size of a piece', () => {
    const path = join(dir, 'output.log');
    const text = '行 1: 😀 naïve\n'.repeat(50);
    for (const most of [4, 5, 7, 64]) {
      writeFileSync(path, text);
      let offset = 0;
      let seen = '';
      for (;;) {
        const piece = readPiece(path, offset, most, false);
        if (piece.length === 0) {
          break;
        }
        expect(piece.length).toBeLessThanOrEqual(most);
        seen += piece.toString();
        offset += piece.length;
      }
      expect(seen).toBe(text);
    }
  });

  it('holds half a character back until the rest comes, or the job ends', () => {
    const path = join(dir, 'half.log');
    const bytes = Buffer.from('a你');
    writeFileSync(path, bytes.subarray(0, 2));
    expect(readPiece(path, 1, 100, false)).toHaveLength(0);
    expect(readPiece(path, 1, 100, true)).toHaveLength(1);
    appendFileSync(path, bytes.subarray(2));
    expect(readPiece(path, 1, 100, false).toString()).toBe('你');
  });

  it('is empty before there is any output', () => {
    expect(readPiece(join(dir, 'none.log'), 0, 100, true)).toHaveLength(0);
  });
});

describe('an output that is too long', () => {
  it('is kept up to its limit, with a note in the place of the rest', () => {
    const path = join(dir, 'long.log');
    writeFileSync(path, '');
    truncateSync(path, limits.jobOutputMaxBytes - 2);
    appendFileSync(path, 'ab你');
    const { size } = statSync(path);
    const pieces: Buffer[] = [];
    let offset = limits.jobOutputMaxBytes - 4;
    for (let piece = readPiece(path, offset, 16, false); piece.length > 0;) {
      pieces.push(piece);
      offset += piece.length;
      piece = readPiece(path, offset, 16, false);
    }
    expect(Buffer.concat(pieces).toString()).toMatch(/^\0\0ab\nClusterDesk: .* was not kept\n$/);
    expect(offset).toBe(keptBytes(size));
  });

  it('that just fits has no note', () => {
    const path = join(dir, 'fits.log');
    writeFileSync(path, '');
    truncateSync(path, limits.jobOutputMaxBytes);
    expect(readPiece(path, limits.jobOutputMaxBytes, 16, true)).toHaveLength(0);
    expect(keptBytes(statSync(path).size)).toBe(limits.jobOutputMaxBytes);
  });
});
