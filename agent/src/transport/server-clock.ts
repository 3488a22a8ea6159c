/** What time it is for the server. The host's own clock may be wrong, and may be set while we run. */
export class ServerClock {
  /** The server's word, and when we heard it by a clock that nobody sets (`performance.now`); null: older servers do not say. */
  private heard: { now: number; at: number } | null = null;

  /** @param now as the hello is answered, milliseconds since the epoch */
  set(now: number | undefined): void {
    this.heard = now === undefined ? null : { now, at: performance.now() };
  }

  /** The server's time, milliseconds since the epoch, at a moment of `performance.now`; the host's where the server did not say. */
  at(steadyMs: number): number {
    const { now, at } = this.heard ?? { now: Date.now(), at: performance.now() };
    return Math.round(now + (steadyMs - at));
  }

  /** The server's time a number of milliseconds ago. */
  ago(ms: number): number {
    return this.at(performance.now() - ms);
  }
}
