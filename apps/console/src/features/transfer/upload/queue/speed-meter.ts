const windowMs = 5_000;

/** Bytes per second over the last five seconds. */
export class SpeedMeter {
  private samples: { timeMs: number; bytes: number }[] = [];

  /** `bytes`: all bytes moved so far, never less than before. */
  add(timeMs: number, bytes: number): void {
    this.samples.push({ timeMs, bytes });
    while ((this.samples[1]?.timeMs ?? timeMs) < timeMs - windowMs) {
      this.samples.shift();
    }
  }

  reset(): void {
    this.samples = [];
  }

  /** 0 before there are two samples. */
  bytesPerSecond(): number {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (!first || !last || last.timeMs <= first.timeMs) {
      return 0;
    }
    return ((last.bytes - first.bytes) * 1000) / (last.timeMs - first.timeMs);
  }
}

/** Seconds until the rest is moved; null while nothing moves. */
export const secondsLeft = (restBytes: number, bytesPerSecond: number): number | null =>
  bytesPerSecond > 0 ? Math.ceil(restBytes / bytesPerSecond) : null;
