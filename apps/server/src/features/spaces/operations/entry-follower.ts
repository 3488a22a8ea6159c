import type { EntityManager } from 'typeorm';
import type { ChangeContext, EntryChange, SpaceObserver } from './space-observer.js';

/**
 * Tells of what hangs on entries while these are moved, removed and restored on the platform. It goes with them by itself; what is
 * added and replaced has nothing yet.
 */
export abstract class EntryFollower implements SpaceObserver {
  /** What hangs on an entry or on one below it: its ids. */
  protected abstract find(manager: EntityManager, entryId: string): Promise<string[]>;

  /** Tells who sees the changed ones, after the commit. */
  protected abstract tell(context: ChangeContext, changed: readonly string[]): void;

  entriesMoved(context: ChangeContext, entries: readonly EntryChange[]): Promise<void> {
    return this.follow(context, entries);
  }

  entriesRemoved(context: ChangeContext, entries: readonly EntryChange[]): Promise<void> {
    return this.follow(context, entries);
  }

  entriesRestored(context: ChangeContext, entries: readonly EntryChange[]): Promise<void> {
    return this.follow(context, entries);
  }

  private async follow(context: ChangeContext, entries: readonly EntryChange[]): Promise<void> {
    const changed = new Set<string>();
    for (const entry of entries) {
      const entryId = context.known.get(entry);
      const found = entryId === undefined ? [] : await this.find(context.manager, entryId);
      found.forEach((id) => changed.add(id));
    }
    this.tell(context, [...changed]);
  }
}
