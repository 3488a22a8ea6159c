import type { z } from 'zod';

/** A small list that survives a reload of this window, but is not other windows'. */
export class SessionList<Item> {
  constructor(
    private readonly storage: Storage,
    private readonly key: string,
    private readonly schema: z.ZodType<Item[]>,
  ) {}

  read(): Item[] {
    try {
      return this.schema.parse(JSON.parse(this.storage.getItem(this.key) ?? '[]'));
    } catch {
      return [];
    }
  }

  write(items: readonly Item[]): void {
    try {
      this.storage.setItem(this.key, JSON.stringify(items));
    } catch {
      // The storage is full: a reload will not find them.
    }
  }
}
