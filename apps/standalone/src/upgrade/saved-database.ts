/** How the database is saved before an upgrade, and comes back. */
export interface SavedDatabase {
  /** Before anything is touched. @throws ReleaseError when this database cannot be saved */
  check(): Promise<void>;
  /** While nothing runs on it, in the place of an older copy. When this returns the copy is whole. @throws ReleaseError */
  take(signal: AbortSignal): Promise<void>;
  /** What the new version is tried on; null: on the database itself, which is put back. */
  readonly trialUrl: string | null;
  /** The new version is not kept: the database is as it was. May be cut off at any moment and run again. */
  putBack(): Promise<void>;
  /** Of an upgrade that changed nothing: no copy is needed. */
  discard(): Promise<void>;
  /** The new version is kept. */
  keep(): Promise<void>;
  /** What the failed version left, once the one before runs again. */
  discardFailed(): void;
}
