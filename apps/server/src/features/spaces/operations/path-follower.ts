import type { EntityManager } from 'typeorm';
import type { ChangeContext, EntryChange, SpaceObserver } from './space-observer.js';

type Changes<Kind extends EntryChange['kind']> = readonly Extract<EntryChange, { kind: Kind }>[];

/** What a feature keeps about entries of a space, by their paths. Each method answers the ids of what it changed. */
export interface FollowedPaths {
  move(manager: EntityManager, spaceId: string, from: string, to: string): Promise<string[]>;
  remove(manager: EntityManager, spaceId: string, path: string, trashId: string): Promise<string[]>;
  restore(
    manager: EntityManager,
    spaceId: string,
    trashId: string,
    from: string,
    path: string,
  ): Promise<string[]>;
}

/**
 * Keeps something at its entries while these are moved, removed and restored on the platform. What is put in the trash is known by
 * its id there: another that takes its name is not meant. What adds needs nothing, so there is no method for it, which
 * would cost each upload a row.
 */
export abstract class PathFollower implements SpaceObserver {
  protected constructor(private readonly followed: FollowedPaths) {}

  /** Tells who sees the changed ones, after the commit. */
  protected abstract tell(context: ChangeContext, changed: readonly string[]): void;

  async entriesMoved(context: ChangeContext, entries: Changes<'moved'>): Promise<void> {
    const { manager, key } = context;
    const changed: string[] = [];
    for (const { from, to } of entries) {
      changed.push(...(await this.followed.move(manager, key.spaceId, from, to)));
    }
    this.tell(context, [...new Set(changed)]);
  }

  async entriesRemoved(context: ChangeContext, entries: Changes<'removed'>): Promise<void> {
    const { manager, key } = context;
    const changed: string[] = [];
    for (const { path, trashId } of entries) {
      changed.push(...(await this.followed.remove(manager, key.spaceId, path, trashId)));
    }
    this.tell(context, [...new Set(changed)]);
  }

  async entriesRestored(context: ChangeContext, entries: Changes<'restored'>): Promise<void> {
    const { manager, key } = context;
    const changed: string[] = [];
    for (const { from, path, trashId } of entries) {
      changed.push(...(await this.followed.restore(manager, key.spaceId, trashId, from, path)));
    }
    this.tell(context, [...new Set(changed)]);
  }
}
