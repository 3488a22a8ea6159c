// Node 20 has these of ES2024, but not `transfer`, which comes with them in TypeScript's library.
declare global {
  interface ArrayBuffer {
    resize: (bytes: number) => void;
  }
  interface ArrayBufferConstructor {
    new (bytes: number, options: { maxByteLength: number }): ArrayBuffer;
  }
}

/** How long unused memory is kept for the next transfer. */
const defaultKeepMs = 20_000;

/**
 * Memory that is read into again and again. V8 counts each new buffer to the heap, and collects the whole heap when enough
 * of them have passed: in an aged process that was more than half of the processor time of a transfer.
 */
export class BufferPool {
  private free: Buffer[] = [];
  /** The fewest that were free since the timer last rang: nobody needed these. */
  private spareCount = 0;
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param bufferBytes size of each buffer
   * @param maxFree so many are kept when nobody uses them
   * @param keepMs after one to two times as long without use a buffer is given up
   */
  constructor(
    readonly bufferBytes: number,
    private readonly maxFree: number,
    private readonly keepMs = defaultKeepMs,
  ) {}

  /** A buffer with whatever was in it before. */
  take(): Buffer {
    const buffer = this.free.pop() ?? this.allocate();
    this.spareCount = Math.min(this.spareCount, this.free.length);
    return buffer;
  }

  /** Only when neither the system nor a stream can still read or write it; a buffer in doubt is left to the collector. */
  release(buffer: Buffer): void {
    if (this.free.length >= this.maxFree) {
      this.giveUp(buffer);
      return;
    }
    this.free.push(buffer);
    this.timer ??= setTimeout(() => this.dropSpare(), this.keepMs).unref();
  }

  protected allocate(): Buffer {
    return Buffer.allocUnsafeSlow(this.bufferBytes);
  }

  /** The collector takes it, sooner or later. */
  protected giveUp(_buffer: Buffer): void {
    return;
  }

  private dropSpare(): void {
    for (const buffer of this.free.splice(0, this.spareCount)) {
      this.giveUp(buffer);
    }
    this.spareCount = this.free.length;
    this.timer =
      this.free.length > 0 ? setTimeout(() => this.dropSpare(), this.keepMs).unref() : null;
  }
}

/**
 * A pool whose memory goes back to the system at once, not when V8 happens to collect its whole heap. V8 does not count
 * it, so every buffer taken must be released: one that is forgotten calls no collector.
 */
export class ReturningBufferPool extends BufferPool {
  protected override allocate(): Buffer {
    const memory = new ArrayBuffer(this.bufferBytes, { maxByteLength: this.bufferBytes });
    return Buffer.from(memory, 0, this.bufferBytes);
  }

  protected override giveUp(buffer: Buffer): void {
    if (buffer.buffer instanceof ArrayBuffer) {
      buffer.buffer.resize(0);
    }
  }
}

/** For bytes between sockets and files: a write of this size costs little more than its copy. */
export const transferBuffers = new BufferPool(512 * 1024, 16);
