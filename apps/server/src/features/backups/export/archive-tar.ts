import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../archive/manifest.js';
import { listEntries } from './archive-entries.js';
import { paddingOf, tarEnd, tarHeader } from './tar-header.js';

/** At most so many bytes of a file are read at a time, and about so many are given away together. */
const pieceBytes = 256 * 1024;

/**
 * An archive as a tar, without storing it a second time. Its layout follows from manifest and list alone: the length is known before,
 * and any part of it can be sent by itself. Of many files only the list is read up to the part that is wanted.
 */
export class ArchiveTar {
  constructor(
    private readonly dir: string,
    private readonly manifest: Manifest,
  ) {}

  /** How long the whole tar is, bytes. */
  async measure(): Promise<number> {
    let total = tarEnd.length;
    for await (const { name, bytes } of listEntries(this.dir, this.manifest)) {
      total += this.headerOf(name, bytes).length + bytes + paddingOf(bytes);
    }
    return total;
  }

  /**
   * The bytes from `start` up to `end`, which is not among them, in pieces of a bounded size.
   * @throws ArchiveChangedError when a file is shorter than it says
   */
  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    for await (const piece of this.pieces(start, end)) {
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= pieceBytes) {
        yield waiting.length === 1 ? piece : Buffer.concat(waiting);
        waiting = [];
        waitingBytes = 0;
      }
    }
    if (waitingBytes > 0) {
      yield Buffer.concat(waiting);
    }
  }

  private async *pieces(start: number, end: number): AsyncGenerator<Buffer> {
    let at = 0;
    /** What of a stretch from `at` on, `length` bytes long, is wanted: from, to. */
    const wanted = (length: number): [number, number] => [
      Math.min(Math.max(start - at, 0), length),
      Math.max(0, Math.min(end - at, length)),
    ];
    for await (const { name, bytes } of listEntries(this.dir, this.manifest)) {
      if (at >= end) {
        return;
      }
      const header = this.headerOf(name, bytes);
      const padding = Buffer.alloc(paddingOf(bytes));
      if (at + header.length + bytes + padding.length <= start) {
        at += header.length + bytes + padding.length;
        continue;
      }
      yield header.subarray(...wanted(header.length));
      at += header.length;
      const [from, to] = wanted(bytes);
      if (to > from) {
        yield* readFile(join(this.dir, name), from, to);
      }
      at += bytes;
      yield padding.subarray(...wanted(padding.length));
      at += padding.length;
    }
    yield tarEnd.subarray(...wanted(tarEnd.length));
  }

  private headerOf(name: string, bytes: number): Buffer {
    return tarHeader(name, bytes, new Date(this.manifest.takenAt));
  }
}

async function* readFile(path: string, from: number, to: number): AsyncGenerator<Buffer> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    for (let at = from; at < to;) {
      const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, to - at));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) {
        throw new ArchiveChangedError();
      }
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

/** A file of the archive is not as long as its manifest says. It never leaves the server. */
export class ArchiveChangedError extends Error {
  constructor() {
    super('A file of the archive is shorter than its list says.');
  }
}
