/** Below this the two clocks count as one: the header has whole seconds, and an answer takes its time. */
const toleranceMs = 2_000;
/** A slower answer says too little about when the server wrote it. */
const slowMs = 4_000;

/**
 * The server's clock as answers tell it, for a browser whose own is wrong. What has begun on the server is counted from here, so
 * that a computer five minutes off shows the same run times as every other.
 */
export class ServerClock {
  /** How far the server's clock is ahead of this one's. */
  private offsetMs = 0;

  /** What the server's clock shows now, in milliseconds since the epoch. */
  readonly now = (): number => Date.now() + this.offsetMs;

  /** Hears the `Date` header of an answer and when its request was sent, by this computer's clock. */
  hear(dateHeader: string | null, sentAt: number): void {
    const receivedAt = Date.now();
    const writtenAt = Date.parse(dateHeader ?? '');
    if (!Number.isFinite(writtenAt) || receivedAt - sentAt > slowMs) {
      return;
    }
    // The header leaves out the fraction of its second.
    const offsetMs = writtenAt + 500 - (sentAt + receivedAt) / 2;
    if (Math.abs(offsetMs) < toleranceMs) {
      this.offsetMs = 0;
    } else if (Math.abs(offsetMs - this.offsetMs) >= toleranceMs) {
      this.offsetMs = offsetMs;
    }
  }
}

/** The clock of the server that this window talks to. */
export const serverClock = new ServerClock();
