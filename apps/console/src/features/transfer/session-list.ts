import type { z } from 'zod';

export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A small list that a reload of this window finds again, and no other window does. A tab that is duplicated takes a copy of what is
 * stored, so nothing is stored for longer than it takes to load the page anew.
 */
export class SessionList<Item> {
  constructor(
    private readonly storage: SessionStorage,
    private readonly key: string,
    private readonly schema: z.ZodType<Item[]>,
  ) {}

  /** What this window left behind. */
  take(): Item[] {
    try {
      const left = this.storage.getItem(this.key);
      this.storage.removeItem(this.key);
      return this.schema.parse(JSON.parse(left ?? '[]'));
    } catch {
      return [];
    }
  }

  /** The page is being left. */
  leave(items: readonly Item[]): void {
    try {
      this.storage.setItem(this.key, JSON.stringify(items));
    } catch {
      // The storage is full: a reload will not find them.
    }
  }
}
