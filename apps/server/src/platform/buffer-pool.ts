/** How long unused memory is kept for the next transfer. */
const defaultKeepMs = 20_000;

/**
 * Memory that is read into again and again. V8 counts each new buffer to the heap, and collects the whole heap when enough
 * of them have passed: in an aged process that was more than half of the processor time of a transfer.
 */
export class BufferPool {
  private free: Buffer[] = [];
  /** The fewest that were free since the timer last fired: these were not needed. */
  private spareCount = 0;
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param bufferBytes size of each buffer
   * @param maxFree how many unused buffers are kept
   * @param keepMs after one to two times as long without use a buffer is given up
   */
  constructor(
    readonly bufferBytes: number,
    private readonly maxFree: number,
    private readonly keepMs = defaultKeepMs,
  ) {}

  /** A buffer with whatever was in it before. */
  take(): Buffer {
    const buffer = this.free.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes);
    this.spareCount = Math.min(this.spareCount, this.free.length);
    return buffer;
  }

  /** Only when neither the system nor a stream can still read or write it; a buffer in doubt is left to the collector. */
  release(buffer: Buffer): void {
    if (this.free.length < this.maxFree) {
      this.free.push(buffer);
      this.timer ??= setTimeout(() => this.dropSpare(), this.keepMs).unref();
    }
  }

  private dropSpare(): void {
    this.free.splice(0, this.spareCount);
    this.spareCount = this.free.length;
    this.timer =
      this.free.length > 0 ? setTimeout(() => this.dropSpare(), this.keepMs).unref() : null;
  }
}

/** For bytes between sockets and files: a write of this size costs little more than its copy. */
export const transferBuffers = new BufferPool(512 * 1024, 16);
