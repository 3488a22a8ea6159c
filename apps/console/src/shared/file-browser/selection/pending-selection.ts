import type { FileEntry } from '../file-space.js';

/** A name without the number that tells it from another of the same name: it may get one where both are kept. */
const plainName = (name: string): string => name.replace(/( \(\d+\))+(?=(\.[^/]*)?$)/, '');

/** The entries that a user is bringing into a folder: known by name, each is matched once. */
export class PendingSelection {
  private readonly pending = new Map<string, number>();

  get isEmpty(): boolean {
    return this.pending.size === 0;
  }

  add(names: readonly string[]): void {
    for (const name of names) {
      const plain = plainName(name);
      this.pending.set(plain, (this.pending.get(plain) ?? 0) + 1);
    }
  }

  /** Those of the entries that were awaited; they are not any more. */
  resolve(items: readonly FileEntry[]): FileEntry[] {
    return items.filter(({ localPath }) => {
      const plain = plainName(localPath);
      const left = this.pending.get(plain) ?? 0;
      if (left > 1) {
        this.pending.set(plain, left - 1);
      } else {
        this.pending.delete(plain);
      }
      return left > 0;
    });
  }

  clear(): void {
    this.pending.clear();
  }
}
