import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endlessRoom } from '@clusterdesk/tests/features/endless-room.js';
import { Timings } from '../../../platform/timings.js';
import { ChunkMemory } from './chunk-memory.service.js';
import { UnplacedPart } from './unplaced-part.js';

const content = randomBytes(3 * 1024 * 1024 + 123);
const allBytes = new ChunkMemory(new Timings()).freeBytes;

/** In pieces of uneven length, one of them larger than a buffer of the pool. */
function* inPieces(bytes: Buffer): Generator<Buffer> {
  const lengths = [1, 65_536, 1_100_000, 64_000, 7];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

describe('a part whose place is not known yet', () => {
  let dir: string;
  let target: FileHandle;
  let memory: ChunkMemory;
  let beside: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'clusterdesk-part-'));
    beside = join(dir, 'beside');
    await writeFile(join(dir, 'target'), 'head');
    target = await open(join(dir, 'target'), 'r+');
    memory = new ChunkMemory(new Timings());
  });

  afterEach(async () => {
    jest.useRealTimers();
    await target.close();
    await rm(dir, { recursive: true });
  });

  const partWith = (reservedBytes: number | null, isSealedAtOnce = false): UnplacedPart =>
    new UnplacedPart({
      nameInForm: 'blob',
      staged: beside,
      room: endlessRoom,
      memory: reservedBytes === null ? null : memory.reserve(reservedBytes),
      isSealedAtOnce,
    });
  const stream = (): Readable => Readable.from(inPieces(content), { objectMode: false });
  const expectWritten = async (part: UnplacedPart): Promise<void> => {
    expect(part.sizeBytes).toBe(content.length);
    expect(await part.writeTo(endlessRoom, target, 4)).toBe(content.length);
    const written = await readFile(join(dir, 'target'));
    expect(written.subarray(0, 4).toString()).toBe('head');
    expect(written.subarray(4).equals(content)).toBe(true);
  };

  it('is written once when there is memory for it', async () => {
    const part = partWith(content.length);
    await part.receive(stream());
    expect(memory.freeBytes).toBeLessThan(allBytes);
    await expectWritten(part);
    expect(existsSync(beside)).toBe(false);
    expect(memory.freeBytes).toBe(allBytes);
  });

  it.each([
    ['there is no memory', null],
    ['a buffer is full in the middle of it', 1],
    ['its last byte does not fit', 3 * 1024 * 1024],
  ])('goes into a file beside when %s', async (_, reserved) => {
    const part = partWith(reserved);
    await part.receive(stream());
    expect(memory.freeBytes).toBe(allBytes);
    expect((await readFile(beside)).equals(content)).toBe(true);
    await expectWritten(part);
    await part.remove();
    expect(existsSync(beside)).toBe(false);
  });

  it('gives the memory to others when its client is slow', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const part = partWith(content.length);
    const incoming = new PassThrough();
    const received = part.receive(incoming);
    incoming.write(content.subarray(0, 700_000));
    await new Promise((resolve) => setImmediate(resolve));
    expect(memory.freeBytes).toBeLessThan(allBytes);
    jest.advanceTimersByTime(3_000);
    jest.useRealTimers();
    while (memory.freeBytes < allBytes) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    incoming.end(content.subarray(700_000));
    await received;
    await expectWritten(part);
  });

  it('gives the memory to others when what says its place does not come', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const part = partWith(content.length);
    await part.receive(stream());
    jest.advanceTimersByTime(3_000);
    jest.useRealTimers();
    // Its place becomes known while it is still being moved.
    await expectWritten(part);
    expect(existsSync(beside)).toBe(true);
    expect(memory.freeBytes).toBe(allBytes);
  });

  it('leaves nothing when it breaks off', async () => {
    const part = partWith(content.length);
    const incoming = new PassThrough();
    const received = part.receive(incoming);
    incoming.write(content);
    setImmediate(() => incoming.destroy(new Error('gone')));
    await expect(received).rejects.toThrow('gone');
    expect(memory.freeBytes).toBe(allBytes);
    await part.remove();
    expect(existsSync(beside)).toBe(false);
  });

  it('gives the memory back when it cannot be written', async () => {
    const part = partWith(content.length);
    await part.receive(stream());
    const readOnly = await open(join(dir, 'target'), 'r');
    await expect(part.writeTo(endlessRoom, readOnly, 0)).rejects.toMatchObject({ code: 'EBADF' });
    await readOnly.close();
    await part.remove();
    expect(memory.freeBytes).toBe(allBytes);
  });

  it('tells of a file beside that could not be written', async () => {
    await writeFile(beside, 'in the way');
    const part = partWith(1);
    await expect(part.receive(stream())).rejects.toMatchObject({ code: 'EEXIST' });
    expect(memory.freeBytes).toBe(allBytes);
  });

  it.each([
    ['held', content.length, false],
    ['beside', null, false],
    ['beside, sealed at once', null, true],
  ])('can turn out to be a file by itself: %s', async (_, reserved, isSealedAtOnce) => {
    const part = partWith(reserved, isSealedAtOnce);
    await part.receive(stream());
    await part.seal();
    expect((await readFile(beside)).equals(content)).toBe(true);
    expect(memory.freeBytes).toBe(allBytes);
  });

  it('may be empty', async () => {
    const part = partWith(1);
    await part.receive(Readable.from([], { objectMode: false }));
    expect(await part.writeTo(endlessRoom, target, 0)).toBe(0);
  });
});

describe('memory for chunks', () => {
  it('is reserved whole or not at all, and is given back once', () => {
    const memory = new ChunkMemory(new Timings());
    const most = memory.reserve(allBytes - 1024 * 1024);
    expect(memory.reserve(2 * 1024 * 1024)).toBeNull();
    expect(memory.reserve(1024 * 1024)).not.toBeNull();
    expect(memory.freeBytes).toBe(0);
    most?.release();
    most?.release();
    expect(memory.freeBytes).toBe(allBytes - 1024 * 1024);
  });

  it('holds one chunk of the documented size, and nothing beyond', () => {
    const memory = new ChunkMemory(new Timings());
    const formOfChunk = 20 * 1024 * 1024 + 64 * 1024;
    expect(memory.reserve(2 * formOfChunk)).toBeNull();
    expect(memory.reserve(formOfChunk)).not.toBeNull();
    expect(memory.reserve(1)).toBeNull();
  });
});
