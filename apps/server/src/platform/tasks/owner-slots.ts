/**
 * Who holds how many of a queue's places in this worker. Nobody holds the last one besides others: however many tasks of one
 * user run and wait, somebody else's starts.
 */
export class OwnerSlots {
  private readonly held = new Map<string, number>();
  private readonly perOwner: number;

  /** @param places how many tasks of the queue run at once. */
  constructor(places: number) {
    this.perOwner = Math.max(1, places - 1);
  }

  /** Whether the owner may have one more place; it is taken then. */
  take(owner: string): boolean {
    const held = this.held.get(owner) ?? 0;
    if (held >= this.perOwner) {
      return false;
    }
    this.held.set(owner, held + 1);
    return true;
  }

  release(owner: string): void {
    const held = (this.held.get(owner) ?? 0) - 1;
    if (held > 0) {
      this.held.set(owner, held);
    } else {
      this.held.delete(owner);
    }
  }
}
