/** How long a job that has changed is tinted. */
const tintMs = 1_300;
/** Jobs that change within this time are drawn together, and go together. */
const gatherMs = 100;

/**
 * Which jobs have just changed. Each keeps its tint for its own time, so the set holds what changed in the last moment and no
 * more, however steadily others change.
 */
export class JobTints {
  /** When each tint ends. The oldest comes first, for a job that changes again goes to the end. */
  private readonly endsAt = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private dueAt = Infinity;

  /** `show` is called with the ids whenever they are others. */
  constructor(private readonly show: (ids: ReadonlySet<string>) => void) {}

  add(id: string): void {
    const now = performance.now();
    this.endsAt.delete(id);
    this.endsAt.set(id, now + tintMs);
    this.drawAt(now + gatherMs);
  }

  stop(): void {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.dueAt = Infinity;
  }

  private drawAt(time: number): void {
    if (time < this.dueAt) {
      clearTimeout(this.timer ?? undefined);
      this.dueAt = time;
      this.timer = setTimeout(() => this.draw(), time - performance.now());
    }
  }

  private draw(): void {
    this.stop();
    const now = performance.now();
    this.endsAt.forEach((end, id) => end <= now && this.endsAt.delete(id));
    this.show(new Set(this.endsAt.keys()));
    const [next] = this.endsAt.values();
    if (next !== undefined) {
      this.drawAt(Math.max(next, now + gatherMs));
    }
  }
}
