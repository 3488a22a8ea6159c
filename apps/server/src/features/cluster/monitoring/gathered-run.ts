/** Does a piece of work a while after it was asked for, for all that came in that while; one run at a time. */
export class GatheredRun {
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;
  private isStopped = false;

  /**
   * @param gatherMs milliseconds from the first that comes until the run
   * @param run settles by itself
   */
  constructor(
    private readonly gatherMs: number,
    private readonly run: () => Promise<void>,
  ) {}

  /** Something came. */
  soon(): void {
    if (!this.isStopped) {
      this.timer ??= setTimeout(() => void this.begin(), this.gatherMs);
    }
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async begin(): Promise<void> {
    this.timer = undefined;
    if (this.isRunning) {
      this.soon();
      return;
    }
    this.isRunning = true;
    try {
      await this.run();
    } finally {
      this.isRunning = false;
    }
  }
}
