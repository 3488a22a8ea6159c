import { open, type FileHandle } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { transferBuffers } from '../../platform/buffer-pool.js';
import { fileMode } from '../../platform/file-space/safe-directory.js';
import type { WriteRoom } from '../spaces/storage/free-space-guard.service.js';
import { mapNoSpace, writeAll, writeWhole } from '../spaces/storage/write-whole.js';

/** Received bytes are flushed in steps of this size, so that the final flush of a large file is short. */
const flushStepBytes = 64 * 1024 * 1024;
/** Slow bytes wait no longer than this for a full buffer: only written bytes count as progress. */
const maxWaitMs = 100;

/** Creates a new file in staging. */
export async function createFile(path: string): Promise<FileHandle> {
  return mapNoSpace(() => open(path, 'wx', fileMode));
}

/** How a stream is written. */
export interface ReceiveOptions {
  room: WriteRoom;
  /** Of the first byte in the file. */
  position: number;
  maxBytes: number;
  /** After this many bytes a flush begins while the next bytes are received. */
  stepBytes?: number;
  /** Is passed every piece in order; must not keep it. */
  onPiece?: (piece: Buffer) => void;
}

/**
 * Collects the pieces of a stream in one buffer of the pool while another one is written. Uses events: an async
 * iterator creates about ten promises for each piece of 64 KB, which cost more than the bytes.
 */
export class FileReceiver {
  private seenBytes = 0;
  private position: number;
  private buffer: Buffer | null = null;
  private filledBytes = 0;
  /** Received while both buffers were in use. */
  private waiting: Buffer[] = [];
  private writing: Promise<void> | null = null;
  private readonly flush: StepFlush;
  private isTooLong = false;
  private failure: { error: unknown } | null = null;
  private hasLostBytes = false;

  constructor(
    private readonly handle: FileHandle,
    private readonly stream: Readable,
    private readonly options: ReceiveOptions,
  ) {
    this.position = options.position;
    this.flush = new StepFlush(handle, options.stepBytes ?? flushStepBytes);
  }

  /** How many bytes of the stream are in the file so far. */
  get writtenBytes(): number {
    return this.position - this.options.position;
  }

  /**
   * How many bytes of the stream are sure to be in the file. After a failed write or flush those before it may be lost as well: a
   * filesystem takes bytes first and stores them later, and tells of that once.
   */
  get keptBytes(): number {
    return this.hasLostBytes ? this.flush.flushedBytes : this.writtenBytes;
  }

  /**
   * Writes the stream into the file, once for each receiver, and returns how many bytes it had. Stops, and returns one more than
   * `maxBytes`, when there are more; the piece that exceeds it is not written, and the stream is left paused. When the
   * stream fails, the received bytes are written before its error is thrown. Afterwards nothing accesses the file any more.
   * @throws NoSpaceLeftError
   */
  async receive(): Promise<number> {
    const streamFailure = await this.takeAll();
    await this.writeRest();
    await this.flush.end().catch((error: unknown) => this.fail(error));
    const failure = this.failure ?? streamFailure;
    if (failure) {
      throw failure.error;
    }
    return this.isTooLong ? this.options.maxBytes + 1 : this.seenBytes;
  }

  /** Until the stream has ended or failed, has exceeded its limit, or a write has failed. */
  private takeAll(): Promise<{ error: unknown } | null> {
    const { stream } = this;
    return new Promise((resolve) => {
      const stop = (failure: { error: unknown } | null): void => {
        clearInterval(timer);
        stopWatching();
        stream.off('data', take);
        resolve(failure);
      };
      const take = (piece: Buffer): void => {
        if (this.seenBytes + piece.length > this.options.maxBytes) {
          this.isTooLong = true;
        } else {
          this.seenBytes += piece.length;
          this.options.onPiece?.(piece);
          this.waiting.push(piece);
          this.advance(onWritten);
        }
        rest();
      };
      const onWritten = (): void => {
        this.advance(onWritten);
        rest();
      };
      const rest = (): void => {
        if (this.isTooLong || this.failure) {
          stream.pause();
          stop(null);
        } else if (this.waiting.length > 0) {
          stream.pause();
        } else if (stream.isPaused()) {
          stream.resume();
        }
      };
      const timer = setInterval(() => this.beginWrite(onWritten), maxWaitMs);
      const stopWatching = finished(stream, { writable: false }, (error) =>
        stop(error ? { error } : null),
      );
      stream.on('data', take);
      stream.resume();
    });
  }

  /** Moves waiting pieces into the buffers while there is memory. */
  private advance(onWritten: () => void): void {
    this.fill();
    if (this.filledBytes === transferBuffers.bufferBytes) {
      this.beginWrite(onWritten);
      this.fill();
    }
  }

  /** Unless there is nothing to write, or a write is running. */
  private beginWrite(onWritten: () => void): void {
    if (this.filledBytes > 0 && this.writing === null) {
      this.writing = this.write().then(onWritten);
    }
  }

  private fill(): void {
    for (let piece = this.waiting.shift(); piece; piece = this.waiting.shift()) {
      this.buffer ??= transferBuffers.take();
      const copied = piece.copy(this.buffer, this.filledBytes);
      this.filledBytes += copied;
      if (copied < piece.length) {
        this.waiting.unshift(piece.subarray(copied));
        return;
      }
    }
  }

  /** Never throws: a failure is recorded, and ends the receiving. */
  private async write(): Promise<void> {
    const { buffer, filledBytes, position } = this;
    if (buffer === null) {
      return;
    }
    this.buffer = null;
    this.filledBytes = 0;
    try {
      await this.options.room.claim(filledBytes);
      await this.writeClaimed(buffer.subarray(0, filledBytes), position);
    } catch (error) {
      this.failure ??= { error };
    }
    this.writing = null;
    transferBuffers.release(buffer);
  }

  private async writeClaimed(bytes: Buffer, position: number): Promise<void> {
    try {
      await writeAll(this.handle, bytes, position);
      this.position += bytes.length;
      this.flush.note(bytes.length);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.hasLostBytes = true;
    this.failure ??= { error };
  }

  private async writeRest(): Promise<void> {
    while (this.writing !== null) {
      await this.writing;
    }
    for (this.fill(); this.filledBytes > 0 && !this.failure; this.fill()) {
      await this.write();
    }
    if (this.buffer !== null) {
      transferBuffers.release(this.buffer);
    }
    this.waiting = [];
  }
}

/** Flushes a file in steps while it is still being written. The system tells of a failure once, and never again. */
class StepFlush {
  /** So many of the bytes were flushed. */
  flushedBytes = 0;
  private notedBytes = 0;
  private flush: Promise<unknown> | null = null;
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly handle: FileHandle,
    private readonly stepBytes: number,
  ) {}

  /** This many more bytes were written. */
  note(bytes: number): void {
    this.notedBytes += bytes;
    const upTo = this.notedBytes;
    if (this.flush === null && upTo - this.flushedBytes >= this.stepBytes && !this.failure) {
      this.flush = mapNoSpace(() => this.handle.datasync())
        .then(
          () => (this.flushedBytes = upTo),
          (error: unknown) => (this.failure = { error }),
        )
        .finally(() => (this.flush = null));
    }
  }

  /** Resolves when no flush is running. @throws what the first failed one did */
  async end(): Promise<void> {
    await this.flush;
    if (this.failure) {
      throw this.failure.error;
    }
  }
}

/**
 * Copies the first bytes of a file into another, through a buffer of the pool, and returns how many there were: fewer than `maxBytes`
 * if the source is shorter.
 * @throws NoSpaceLeftError
 */
export async function copyBytes(
  room: WriteRoom,
  from: string,
  target: FileHandle,
  { position, maxBytes, stepBytes }: Record<'position' | 'maxBytes' | 'stepBytes', number>,
): Promise<number> {
  const source = await open(from, 'r');
  const buffer = transferBuffers.take();
  const flush = new StepFlush(target, stepBytes);
  let done = 0;
  try {
    while (done < maxBytes) {
      const length = Math.min(buffer.length, maxBytes - done);
      const { bytesRead } = await source.read(buffer, 0, length, done);
      if (bytesRead === 0) {
        break;
      }
      await writeWhole(room, target, buffer.subarray(0, bytesRead), position + done);
      flush.note(bytesRead);
      done += bytesRead;
    }
    await flush.end();
    return done;
  } finally {
    // Nothing uses the file when this has ended, also after a failure.
    await flush.end().catch(() => undefined);
    transferBuffers.release(buffer);
    await source.close();
  }
}
