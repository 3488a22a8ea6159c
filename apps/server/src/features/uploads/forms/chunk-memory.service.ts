import type { FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { ReturningBufferPool } from '../../../platform/buffer-pool.js';
import { Timings } from '../../../platform/timings.js';
import type { WriteRoom } from '../../spaces/storage/disk-room.service.js';
import { writeWhole } from '../../spaces/storage/write-whole.js';

const bufferBytes = 512 * 1024;
/** Of the whole process: one chunk of the documented 20 MB with the rest of its form. A second one saved nothing that was measured. */
const maxBuffers = 41;

/** Memory for chunks whose place is not known yet, within one bound for all users together. */
@Injectable()
export class ChunkMemory {
  private readonly pool: ReturningBufferPool;
  private freeBuffers = maxBuffers;

  constructor({ files }: Timings) {
    this.pool = new ReturningBufferPool(bufferBytes, maxBuffers, files.chunkMemoryKeptMs);
  }

  /** Room for so many bytes, all or none: a chunk of which a part is held is written twice all the same. */
  reserve(bytes: number): HeldBytes | null {
    const count = Math.max(Math.ceil(bytes / bufferBytes), 1);
    if (count > this.freeBuffers) {
      return null;
    }
    this.freeBuffers -= count;
    return new HeldBytes(this.pool, count, () => (this.freeBuffers += count));
  }

  /** Bytes that nobody has reserved. */
  get freeBytes(): number {
    return this.freeBuffers * bufferBytes;
  }
}

/** Bytes in reserved memory. Whoever reserved it releases it, once nothing reads or writes it any more. */
export class HeldBytes {
  private readonly buffers: Buffer[] = [];
  private isReleased = false;
  private heldBytes = 0;

  constructor(
    private readonly pool: ReturningBufferPool,
    private readonly maxBuffers: number,
    private readonly onRelease: () => void,
  ) {}

  get length(): number {
    return this.heldBytes;
  }

  /** Copies as much of it as there is room for, and says how much that was. */
  append(bytes: Buffer): number {
    for (let done = 0; done < bytes.length;) {
      const buffer = this.bufferToFill();
      if (!buffer) {
        return done;
      }
      const copied = bytes.copy(buffer, this.heldBytes % bufferBytes, done);
      this.heldBytes += copied;
      done += copied;
    }
    return bytes.length;
  }

  /** @throws NoSpaceLeftError */
  async writeTo(room: WriteRoom, handle: FileHandle, position: number): Promise<void> {
    for (const [index, buffer] of this.buffers.entries()) {
      const from = index * bufferBytes;
      const length = Math.min(bufferBytes, this.heldBytes - from);
      await writeWhole(room, handle, buffer.subarray(0, length), position + from);
    }
  }

  release(): void {
    if (!this.isReleased) {
      this.isReleased = true;
      for (const buffer of this.buffers.splice(0)) {
        this.pool.release(buffer);
      }
      this.onRelease();
    }
  }

  private bufferToFill(): Buffer | undefined {
    if (this.heldBytes === this.buffers.length * bufferBytes) {
      if (this.isReleased || this.buffers.length === this.maxBuffers) {
        return undefined;
      }
      this.buffers.push(this.pool.take());
    }
    return this.buffers.at(-1);
  }
}
