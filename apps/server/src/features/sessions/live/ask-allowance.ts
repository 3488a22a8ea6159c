/** How often one user may ask, all windows together. */
const perSecond = 20;

/** Counts each user's questions within the running second. */
export class AskAllowance {
  private second = 0;
  private readonly asked = new Map<string, number>();

  /** @param now milliseconds. @returns whether one more may be asked */
  take(userId: string, now: number = Date.now()): boolean {
    const second = Math.floor(now / 1_000);
    if (second !== this.second) {
      this.second = second;
      this.asked.clear();
    }
    const count = (this.asked.get(userId) ?? 0) + 1;
    this.asked.set(userId, count);
    return count <= perSecond;
  }
}
