/** How long unused memory is kept for the next transfer. */
const keepMs = 20_000;

/**
 * Memory that is read into again and again. V8 counts each new buffer to the heap, and collects the whole heap when enough
 * of them have passed: in an aged process that was more than half of the processor time of a transfer.
 */
export class BufferPool {
  private free: Buffer[] = [];
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param bufferBytes size of each buffer
   * @param maxFree so many are kept when nobody uses them
   */
  constructor(
    readonly bufferBytes: number,
    private readonly maxFree: number,
  ) {}

  /** A buffer with whatever was in it before. */
  take(): Buffer {
    return this.free.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes);
  }

  /** Only when neither the system nor a stream can still read or write it; a buffer in doubt is left to the collector. */
  release(buffer: Buffer): void {
    if (this.free.length < this.maxFree) {
      this.free.push(buffer);
    }
    this.timer ??= setTimeout(() => this.dropFree(), keepMs).unref();
    this.timer.refresh();
  }

  private dropFree(): void {
    this.free = [];
    this.timer = null;
  }
}

/** For bytes between sockets and files: a write of this size costs little more than its copy. */
export const transferBuffers = new BufferPool(512 * 1024, 16);
