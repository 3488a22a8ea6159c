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
import { keptBytes, readPiece } from './output-tail.js';

const kept = limits.jobOutputMaxBytes;
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-tail-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('readPiece', () => {
  it('brings every byte once, whatever the size of a piece', () => {
    const path = join(dir, 'output.log');
    const text = '行 1: 😀 naïve\n'.repeat(50);
    writeFileSync(path, text);
    const pieces: Buffer[] = [];
    for (let offset = 0; offset < Buffer.byteLength(text); offset += pieces.at(-1)!.length) {
      pieces.push(readPiece(path, offset, 7, kept));
      expect(pieces.at(-1)!.length).toBeLessThanOrEqual(7);
    }
    expect(Buffer.concat(pieces).toString()).toBe(text);
    expect(readPiece(path, Buffer.byteLength(text), 7, kept)).toHaveLength(0);
  });

  it('is empty before there is any output', () => {
    expect(readPiece(join(dir, 'none.log'), 0, 100, kept)).toHaveLength(0);
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
    for (let piece = readPiece(path, offset, 16, kept); piece.length > 0;) {
      pieces.push(piece);
      offset += piece.length;
      piece = readPiece(path, offset, 16, kept);
    }
    expect(Buffer.concat(pieces).toString()).toMatch(/^\0\0ab\nClusterDesk: .* was not kept\n$/);
    expect(offset).toBe(keptBytes(size, kept));
  });

  it('that just fits has no note', () => {
    const path = join(dir, 'fits.log');
    writeFileSync(path, '');
    truncateSync(path, limits.jobOutputMaxBytes);
    expect(readPiece(path, limits.jobOutputMaxBytes, 16, kept)).toHaveLength(0);
    expect(keptBytes(statSync(path).size, kept)).toBe(limits.jobOutputMaxBytes);
  });
});
