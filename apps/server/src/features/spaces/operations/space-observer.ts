import type { EntityManager } from 'typeorm';
import type { SpaceKey } from '../space-key.js';

/** What happened to entries of a space, as paths of the whole space. */
export type EntryChange =
  | { kind: 'added'; path: string }
  /** What had the new name, if anything, is gone. */
  | { kind: 'moved'; from: string; to: string }
  /** It came by a call that may overwrite: what had the name, if anything, is gone or in the trash. */
  | { kind: 'replaced'; path: string }
  | { kind: 'removed'; path: string; trashId: string }
  /** Back from the trash; `from` is where it was before it was removed. */
  | { kind: 'restored'; path: string; from: string; trashId: string }
  /** Gone from the trash for good. */
  | { kind: 'purged'; trashId: string }
  /** What was replaced at the path is kept as a version. */
  | { kind: 'kept'; path: string; versionId: string; sizeBytes: number; modifiedMs: number };

/** Where it happened, and on whose behalf; null: the platform's own. */
export interface ChangeContext {
  /** The transaction in which the change is written down. */
  manager: EntityManager;
  key: SpaceKey;
  userId: string | null;
  /** The rows of `space_entry` of what was moved, removed, restored or purged, where it was known; they hang where the entries are now. */
  known: ReadonlyMap<EntryChange, string>;
}

/** Several changes of one kind. */
export type Changes<Kind extends EntryChange['kind']> = readonly Extract<
  EntryChange,
  { kind: Kind }
>[];

/**
 * A feature that keeps something about entries: shares, rights of entries, applications. It is told within one transaction, after
 * the files and the tree of known entries have changed.
 */
export interface SpaceObserver {
  /**
   * Whether something holds for an entry because of the folder that it is in. Each entry that leaves a folder is then made known
   * before, so that an operation that is settled a second time is seen to be over.
   */
  readonly isInherited?: boolean;

  entriesAdded?(context: ChangeContext, entries: Changes<'added'>): Promise<void>;
  entriesMoved?(context: ChangeContext, entries: Changes<'moved'>): Promise<void>;
  entriesReplaced?(context: ChangeContext, entries: Changes<'replaced'>): Promise<void>;
  entriesRemoved?(context: ChangeContext, entries: Changes<'removed'>): Promise<void>;
  entriesRestored?(context: ChangeContext, entries: Changes<'restored'>): Promise<void>;
  entriesPurged?(context: ChangeContext, entries: Changes<'purged'>): Promise<void>;
  entriesKept?(context: ChangeContext, entries: Changes<'kept'>): Promise<void>;
  /** The last of one transaction, after those of each kind. */
  changesTold?(context: ChangeContext, changes: readonly EntryChange[]): Promise<void>;
}

/** The method that hears of a kind of change. */
const methodOf = {
  added: 'entriesAdded',
  moved: 'entriesMoved',
  replaced: 'entriesReplaced',
  removed: 'entriesRemoved',
  restored: 'entriesRestored',
  purged: 'entriesPurged',
  kept: 'entriesKept',
} as const satisfies Record<EntryChange['kind'], keyof SpaceObserver>;

/** Whether an observer is told of any of these kinds of change. */
export function hearsOf(observer: SpaceObserver, kinds: readonly EntryChange['kind'][]): boolean {
  return kinds.some((kind) => observer[methodOf[kind]] !== undefined);
}

/** Away before there: what took the place of an entry is told of after that has left it. */
export const tellingOrder = [
  'removed',
  'moved',
  'restored',
  'purged',
  'replaced',
  'added',
  'kept',
] as const satisfies readonly EntryChange['kind'][];

/** Tells an observer of changes, those of one kind together. */
export async function tellObserver(
  observer: SpaceObserver,
  context: ChangeContext,
  changes: readonly EntryChange[],
): Promise<void> {
  for (const kind of tellingOrder) {
    const some = changes.filter((change) => change.kind === kind);
    if (some.length > 0) {
      // Each method takes the changes of its own kind, which these are.
      await (observer[methodOf[kind]] as Hearing | undefined)?.call(observer, context, some);
    }
  }
  await observer.changesTold?.(context, changes);
}

type Hearing = (context: ChangeContext, changes: readonly EntryChange[]) => Promise<void>;
