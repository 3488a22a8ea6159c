import type { DiskItem } from '@clusterdesk/contracts';

/** A name without the number that tells it from another of the same name: it may get one where both are kept. */
const plainName = (name: string): string => name.replace(/( \(\d+\))+(?=(\.[^/]*)?$)/, '');

/** The entries that a person is bringing into a folder: known by name, each is awaited once. */
export class Arrivals {
  private readonly awaited = new Map<string, number>();

  get isEmpty(): boolean {
    return this.awaited.size === 0;
  }

  await(names: readonly string[]): void {
    for (const name of names) {
      const plain = plainName(name);
      this.awaited.set(plain, (this.awaited.get(plain) ?? 0) + 1);
    }
  }

  /** Those of the entries that were awaited; they are not any more. */
  take(items: readonly DiskItem[]): DiskItem[] {
    return items.filter(({ localPath }) => {
      const plain = plainName(localPath);
      const left = this.awaited.get(plain) ?? 0;
      if (left > 1) {
        this.awaited.set(plain, left - 1);
      } else {
        this.awaited.delete(plain);
      }
      return left > 0;
    });
  }

  clear(): void {
    this.awaited.clear();
  }
}
