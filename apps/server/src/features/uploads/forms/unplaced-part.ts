import { open, rm, type FileHandle } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { fileMode } from '../../../platform/file-space/safe-directory.js';
import type { WriteRoom } from '../../spaces/storage/disk-room.service.js';
import { mapNoSpace, writeWhole } from '../../spaces/storage/write-whole.js';
import { copyBytes, createFile, receiveInto } from '../file-receiver.js';
import type { HeldBytes } from './chunk-memory.service.js';
import type { StagedFile } from './upload-batch.service.js';

/**
 * So long a part is held at the most. Whoever takes longer for 20 MB is not held up by a second write, and must not keep
 * the memory from others.
 */
const maxHoldMs = 3_000;

const nothing = Buffer.alloc(0);

/** What a part has: its name in the form, and a path in the staging for a file beside. */
export interface PartOptions {
  nameInForm: string;
  staged: string;
  /** For the file beside. */
  room: WriteRoom;
  /** Memory for the part; null when it goes into the file beside from the start. It belongs to the part from now on. */
  memory: HeldBytes | null;
  /** Whether it is on the disk once it has been received. */
  isSealedAtOnce: boolean;
}

/**
 * A part of a form whose place is not known while it comes: it is held in memory and written once, or goes into a file
 * beside and is written twice. From the one to the other it can change at any time, until its place is known.
 */
export class UnplacedPart implements StagedFile {
  readonly nameInForm: string;
  readonly staged: string;
  /** Known once it has been received. */
  sizeBytes = 0;
  private memory: HeldBytes | null;
  private isSealed = false;
  private timer: NodeJS.Timeout | undefined;
  /** Ends the holding of a part that is still coming. */
  private interrupt: (() => void) | null = null;
  private spilling: Promise<void> | null = null;

  constructor(private readonly options: PartOptions) {
    ({ nameInForm: this.nameInForm, staged: this.staged, memory: this.memory } = options);
  }

  /**
   * Takes a stream to its end.
   * @throws NoSpaceLeftError, or what the stream broke off with.
   */
  async receive(stream: Readable): Promise<void> {
    try {
      const rest = this.memory === null ? nothing : await this.hold(this.memory, stream);
      if (rest !== null) {
        await this.receiveBeside(rest, stream);
      }
    } catch (error) {
      clearTimeout(this.timer);
      this.giveMemoryBack();
      throw error;
    }
  }

  /**
   * Writes it to its place, for which there is `room`, and returns how many bytes there were. Not flushed.
   * @throws NoSpaceLeftError
   */
  async writeTo(room: WriteRoom, target: FileHandle, position: number): Promise<number> {
    await this.settle();
    if (this.memory !== null) {
      await this.memory.writeTo(room, target, position);
      this.giveMemoryBack();
      return this.sizeBytes;
    }
    const source = await open(this.staged, 'r');
    try {
      return await copyBytes(room, source, target, position, this.sizeBytes);
    } finally {
      await source.close();
    }
  }

  /** For a part that is a file by itself: it is on the disk, flushed, when this returns. */
  async seal(): Promise<void> {
    if (this.isSealed) {
      return;
    }
    await this.settle();
    if (this.memory !== null) {
      await this.spill((handle) => this.sealOpen(handle));
      return;
    }
    const handle = await open(this.staged, 'r+');
    try {
      await this.sealOpen(handle);
    } finally {
      await handle.close();
    }
  }

  /** Gives back its memory, and removes its file; a placed file has left its staged name already. */
  async remove(): Promise<void> {
    await this.settle().catch(() => undefined);
    this.giveMemoryBack();
    await rm(this.staged, { force: true });
  }

  /** What was held, what came then, and all that still comes. */
  private async receiveBeside(rest: Buffer, stream: Readable): Promise<void> {
    clearTimeout(this.timer);
    await this.spill(async (handle, position) => {
      await writeWhole(this.options.room, handle, rest, position);
      const restBytes = await receiveInto(handle, stream, {
        room: this.options.room,
        position: position + rest.length,
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
      this.sizeBytes = position + rest.length + restBytes;
      if (this.options.isSealedAtOnce) {
        await this.sealOpen(handle);
      }
    });
  }

  /** Copies a stream into memory. Returns null at its end; else it is paused, and what came and was not copied is returned. */
  private hold(memory: HeldBytes, stream: Readable): Promise<Buffer | null> {
    this.timer = setTimeout(() => this.stopHolding(), maxHoldMs).unref();
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.interrupt = null;
        stopWatching();
        stream.off('data', take);
      };
      const breakOff = (rest: Buffer): void => {
        stream.pause();
        stop();
        resolve(rest);
      };
      const take = (piece: Buffer): void => {
        const copied = memory.append(piece);
        this.sizeBytes += copied;
        if (copied < piece.length) {
          breakOff(piece.subarray(copied));
        }
      };
      const stopWatching = finished(stream, { writable: false }, (error) => {
        stop();
        if (error) {
          reject(error);
        } else {
          resolve(null);
        }
      });
      this.interrupt = () => breakOff(nothing);
      stream.on('data', take);
      stream.resume();
    });
  }

  private stopHolding(): void {
    if (this.interrupt !== null) {
      this.interrupt();
    } else if (this.memory !== null) {
      this.spilling = this.spill();
      // Told to whoever settles.
      this.spilling.catch(() => undefined);
    }
  }

  /** Until its bytes stay where they are. */
  private async settle(): Promise<void> {
    clearTimeout(this.timer);
    await this.spilling;
  }

  /** Moves what is held into the file beside, gives the memory back, and goes on with the open file. */
  private async spill(
    goOn?: (handle: FileHandle, position: number) => Promise<void>,
  ): Promise<void> {
    try {
      const handle = await createFile(this.staged);
      try {
        const heldBytes = this.memory?.length ?? 0;
        await this.memory?.writeTo(this.options.room, handle, 0);
        this.giveMemoryBack();
        await goOn?.(handle, heldBytes);
      } finally {
        await handle.close();
      }
    } finally {
      this.giveMemoryBack();
    }
  }

  private giveMemoryBack(): void {
    this.memory?.release();
    this.memory = null;
  }

  private async sealOpen(handle: FileHandle): Promise<void> {
    await handle.chmod(fileMode);
    await mapNoSpace(() => handle.sync());
    this.isSealed = true;
  }
}
