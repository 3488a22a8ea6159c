import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endlessRoom as room } from '@clusterdesk/tests/features/endless-room.js';
import { NoSpaceLeftError } from '../spaces/space.errors.js';
import { copyBytes, FileReceiver } from './file-receiver.js';

const content = randomBytes(5 * 1024 * 1024 + 123);

/** In pieces of uneven length, one of them larger than a buffer of the pool. */
function* inPieces(bytes: Buffer): Generator<Buffer> {
  const lengths = [1, 65_536, 1_500_000, 64_000, 7, 600_000];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

describe('receiving a stream into a file', () => {
  let dir: string;
  let path: string;
  let handle: FileHandle;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'clusterdesk-receiver-'));
    path = join(dir, 'file');
    await writeFile(path, 'head');
    handle = await open(path, 'r+');
  });

  afterEach(async () => {
    await handle.close();
    await rm(dir, { recursive: true });
  });

  it('writes every byte from its position on, whatever the pieces', async () => {
    const seen: Buffer[] = [];
    const stream = Readable.from(inPieces(content), { objectMode: false });
    const options = { room, position: 4, maxBytes: content.length, stepBytes: 1024 * 1024 };
    const onPiece = (piece: Buffer): void => void seen.push(Buffer.from(piece));
    expect(await new FileReceiver(handle, stream, { ...options, onPiece }).receive()).toBe(
      content.length,
    );
    const written = await readFile(path);
    expect(written.subarray(0, 4).toString()).toBe('head');
    expect(written.subarray(4).equals(content)).toBe(true);
    expect(Buffer.concat(seen).equals(content)).toBe(true);
  });

  it('writes nothing of a piece that goes beyond the limit', async () => {
    const stream = Readable.from([Buffer.alloc(6), Buffer.alloc(5)], { objectMode: false });
    expect(
      await new FileReceiver(handle, stream, { room, position: 4, maxBytes: 10 }).receive(),
    ).toBe(11);
    expect(await readFile(path)).toHaveLength(4 + 6);
  });

  it('does not take bytes for kept that a flush in between did not keep', async () => {
    const failure = Object.assign(new Error('EIO'), { code: 'EIO' });
    const stepBytes = 1024 * 1024;
    jest.spyOn(handle, 'datasync').mockRejectedValueOnce(failure);
    const stream = Readable.from(inPieces(content), { objectMode: false });
    const options = { room, position: 0, maxBytes: content.length, stepBytes };
    const receiver = new FileReceiver(handle, stream, options);
    await expect(receiver.receive()).rejects.toBe(failure);
    expect(receiver.keptBytes).toBe(0);
  });

  it('knows how far a file was flushed when a write fails', async () => {
    const stepBytes = 1024 * 1024;
    const flushed = new Promise((resolve) => {
      const real = handle.datasync.bind(handle);
      jest.spyOn(handle, 'datasync').mockImplementation(() => real().finally(() => resolve(null)));
    });
    const stream = new PassThrough();
    const options = { room, position: 0, maxBytes: content.length, stepBytes };
    const receiver = new FileReceiver(handle, stream, options);
    const received = receiver.receive();
    stream.write(content.subarray(0, 2 * stepBytes));
    await flushed;
    const full = { errno: -122, code: 'Unknown system error -122' };
    jest.spyOn(handle, 'write').mockRejectedValue(Object.assign(new Error('EDQUOT'), full));
    stream.end(content.subarray(2 * stepBytes));
    await expect(received).rejects.toThrow(NoSpaceLeftError);
    expect(receiver.keptBytes).toBeGreaterThanOrEqual(stepBytes);
    expect(receiver.keptBytes).toBeLessThanOrEqual(2 * stepBytes);
  });

  it('keeps what had come when the stream breaks off', async () => {
    const stream = new PassThrough();
    const received = new FileReceiver(handle, stream, {
      room,
      position: 0,
      maxBytes: 100,
    }).receive();
    stream.write('some bytes');
    setImmediate(() => stream.destroy(new Error('gone')));
    await expect(received).rejects.toThrow('gone');
    expect(await readFile(path, 'utf8')).toBe('some bytes');
  });

  it('writes what comes slowly without waiting for more', async () => {
    const stream = new PassThrough();
    const receiver = new FileReceiver(handle, stream, { room, position: 0, maxBytes: 100 });
    const received = receiver.receive();
    stream.write('some');
    while (receiver.writtenBytes === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await readFile(path, 'utf8')).toBe('some');
    stream.end();
    expect(await received).toBe(4);
  });

  it('tells of a write that failed, and takes no more of the stream', async () => {
    const readOnly = await open(path, 'r');
    const stream = Readable.from(inPieces(content), { objectMode: false });
    await expect(
      new FileReceiver(readOnly, stream, { room, position: 0, maxBytes: content.length }).receive(),
    ).rejects.toMatchObject({ code: 'EBADF' });
    expect(stream.readableEnded).toBe(false);
    await readOnly.close();
  });

  it('copies the first bytes of another file', async () => {
    await writeFile(join(dir, 'source'), content);
    const source = join(dir, 'source');
    expect(
      await copyBytes(room, source, handle, {
        position: 4,
        maxBytes: 2_000_000,
        stepBytes: 1_000_000,
      }),
    ).toBe(2_000_000);
    expect(
      await copyBytes(room, source, handle, {
        position: 4,
        maxBytes: content.length + 5,
        stepBytes: 1_000_000,
      }),
    ).toBe(content.length);
    expect((await readFile(path)).subarray(4).equals(content)).toBe(true);
  });
});
