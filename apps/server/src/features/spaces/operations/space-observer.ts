import type { EntityManager } from 'typeorm';
import type { SpaceKey } from '../space-key.js';

/** What happened to entries of a space, as paths of the whole space. */
export type EntryChange =
  | { kind: 'added'; path: string }
  | { kind: 'moved'; from: string; to: string }
  /** The name stayed, what has it is another file now. */
  | { kind: 'replaced'; path: string }
  | { kind: 'removed'; path: string; trashId: string }
  /** Back from the trash; `from` is where it was before it was removed. */
  | { kind: 'restored'; path: string; from: string; trashId: string }
  /** Gone from the trash for good. */
  | { kind: 'purged'; trashId: string };

/** Where it happened, and on whose behalf; null: the platform's own. */
export interface ChangeContext {
  /** The transaction in which the change is written down. */
  manager: EntityManager;
  key: SpaceKey;
  userId: string | null;
}

type Changes<Kind extends EntryChange['kind']> = readonly Extract<EntryChange, { kind: Kind }>[];

/**
 * A feature that keeps something about entries by their paths: shares, rights of entries, applications. It is told within
 * one transaction, after the files have changed. After a crash it may be told again of what it knows: each method must do
 * no harm the second time. What a folder's change means for the entries below it, the observer works out by itself.
 */
export interface SpaceObserver {
  entriesAdded?(context: ChangeContext, entries: Changes<'added'>): Promise<void>;
  entriesMoved?(context: ChangeContext, entries: Changes<'moved'>): Promise<void>;
  entriesReplaced?(context: ChangeContext, entries: Changes<'replaced'>): Promise<void>;
  entriesRemoved?(context: ChangeContext, entries: Changes<'removed'>): Promise<void>;
  entriesRestored?(context: ChangeContext, entries: Changes<'restored'>): Promise<void>;
  entriesPurged?(context: ChangeContext, entries: Changes<'purged'>): Promise<void>;
}

/** The method that hears of a kind of change. */
const methodOf = {
  added: 'entriesAdded',
  moved: 'entriesMoved',
  replaced: 'entriesReplaced',
  removed: 'entriesRemoved',
  restored: 'entriesRestored',
  purged: 'entriesPurged',
} as const satisfies Record<EntryChange['kind'], keyof SpaceObserver>;

/** Whether an observer is told of any of these kinds of change. */
export function hearsOf(observer: SpaceObserver, kinds: readonly EntryChange['kind'][]): boolean {
  return kinds.some((kind) => observer[methodOf[kind]] !== undefined);
}

/** Tells an observer of changes, those of one kind together. */
export async function tellObserver(
  observer: SpaceObserver,
  context: ChangeContext,
  changes: readonly EntryChange[],
): Promise<void> {
  const of = <Kind extends EntryChange['kind']>(kind: Kind): Changes<Kind> =>
    changes.filter(
      (change): change is Extract<EntryChange, { kind: Kind }> => change.kind === kind,
    );
  const [removed, replaced, moved] = [of('removed'), of('replaced'), of('moved')];
  const [restored, added, purged] = [of('restored'), of('added'), of('purged')];
  // Away before there: what took the place of a removed entry is told of after the removal.
  if (removed.length > 0) {
    await observer.entriesRemoved?.(context, removed);
  }
  if (replaced.length > 0) {
    await observer.entriesReplaced?.(context, replaced);
  }
  if (moved.length > 0) {
    await observer.entriesMoved?.(context, moved);
  }
  if (restored.length > 0) {
    await observer.entriesRestored?.(context, restored);
  }
  if (added.length > 0) {
    await observer.entriesAdded?.(context, added);
  }
  if (purged.length > 0) {
    await observer.entriesPurged?.(context, purged);
  }
}
