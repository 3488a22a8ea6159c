import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { basename, dirname } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { defaultTimings, type Timings } from '../timings.js';

/** How large a log gets and how many old ones are kept: `.1` is the newest of them. */
export interface LogLimits {
  size: `${number}${'B' | 'K' | 'M'}`;
  kept: number;
}

const defaultLimits: LogLimits = { size: '10M', kept: 3 };

/** Enough output to see why a child did not start. */
const keptTailLength = 32 * 1024;

/** The log of one child after the other, rotated by size while they run. */
export class LogFile {
  private stream: RotatingFileStream | null = null;
  private tail = '';
  private failedAt = -Infinity;
  private sources: Readable[] = [];

  constructor(
    readonly path: string,
    private readonly limits: LogLimits = defaultLimits,
    private readonly timings: Pick<Timings, 'reopenLogMs'> = defaultTimings,
  ) {}

  /** Takes the output of a child that has just been started. */
  follow(...sources: (Readable | null)[]): void {
    this.tail = '';
    this.sources = sources.filter((source) => source !== null);
    for (const source of this.sources) {
      source.on('data', (chunk: Buffer) => this.write(chunk, source));
      source.on('error', () => undefined);
    }
  }

  /** What the child wrote since `follow`, the end of it when that is long. Waits a moment for what is on its way. */
  async readSinceStart(withinMs = 500): Promise<string> {
    await this.waitForSources(withinMs);
    return this.tail;
  }

  /** Resolves when all that the children wrote is in the file, or the time is up. */
  async close(withinMs = 1_000): Promise<void> {
    await this.waitForSources(withinMs);
    const stream = this.stream;
    this.stream = null;
    if (stream !== null) {
      const written = finished(stream, { signal: AbortSignal.timeout(withinMs) });
      stream.end();
      await written.catch(() => undefined);
    }
  }

  private async waitForSources(withinMs: number): Promise<void> {
    const signal = AbortSignal.timeout(withinMs);
    await Promise.allSettled(this.sources.map((source) => finished(source, { signal })));
  }

  private write(chunk: Buffer, source: Readable): void {
    this.tail = (this.tail + chunk.toString()).slice(-keptTailLength);
    const stream = this.open();
    if (stream?.write(chunk) === false) {
      // The child waits while the disk is slow; without this its output would pile up in the launcher.
      source.pause();
      stream.once('drain', () => source.resume());
      stream.once('close', () => source.resume());
    }
  }

  private open(): RotatingFileStream | null {
    if (this.stream === null && performance.now() - this.failedAt >= this.timings.reopenLogMs) {
      const { size, kept } = this.limits;
      const options = { path: dirname(this.path), size, rotate: kept, mode: 0o600 };
      const name = basename(this.path);
      const stream = createStream((index) => (index ? `${name}.${String(index)}` : name), options);
      stream.on('error', () => {
        this.failedAt = performance.now();
        this.stream = null;
        stream.destroy();
      });
      this.stream = stream;
    }
    return this.stream;
  }
}
