/** More than a server writes in the time in which somebody sees to a database that is away. */
const most = 10_000;

/** Rows that tell of what has been done, and could not be stored when it was: they are stored in their order as soon as that works. */
export class LateRows<Row> {
  private readonly rows: Row[] = [];
  private timer: NodeJS.Timeout | undefined;
  private trying: Promise<void> | undefined;

  constructor(
    private readonly store: (row: Row) => Promise<unknown>,
    private readonly retryMs: number,
  ) {}

  /** @returns whether it is kept: there is room for so many only */
  add(row: Row): boolean {
    if (this.rows.length >= most) {
      return false;
    }
    this.rows.push(row);
    this.tryLater();
    return true;
  }

  /** Tries once more, and then no more. @returns how many could not be stored */
  async finish(): Promise<number> {
    await this.trying;
    clearTimeout(this.timer);
    await this.storeAll().catch(() => undefined);
    return this.rows.length;
  }

  private tryLater(): void {
    if (this.timer !== undefined || this.trying !== undefined) {
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.trying = this.storeAll()
        .catch(() => undefined)
        .finally(() => {
          this.trying = undefined;
          if (this.rows.length > 0) {
            this.tryLater();
          }
        });
    }, this.retryMs);
    // It keeps no process: `finish` is called by whoever ends it.
    this.timer.unref();
  }

  private async storeAll(): Promise<void> {
    for (let [row] = this.rows; row !== undefined; [row] = this.rows) {
      await this.store(row);
      this.rows.shift();
    }
  }
}
