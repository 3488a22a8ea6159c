import type { FileIdentity } from '../file-identity.js';

/** How something makes way to the trash. */
export interface Clearing {
  /** Under which the first that makes way lies in the trash; chosen before, so that it is found there after a crash. */
  id: string;
  /** Told of what made way: where it was, and under which id it lies in the trash now. */
  onTrashed: (trashed: { path: string; id: string }) => void;
  /** Told of a file that was replaced and is kept as a version, under the same id; absent: what is replaced is gone. */
  onKept?: ((kept: KeptVersion) => void) | undefined;
}

/** A file that another has replaced. */
export interface KeptVersion {
  /** Where it was, and what has taken its place is. */
  path: string;
  /** Under which it lies in the `VersionStore`. */
  id: string;
  sizeBytes: number;
  /** Milliseconds since the epoch. */
  modifiedMs: number;
}

/** A folder that this very call made, and which one it is. */
export interface MadeFolder {
  path: string;
  identity: FileIdentity;
}

/** Told of each folder that a call made. One that was there, or that another made in the same moment, is not among them. */
export type OnMade = (made: MadeFolder) => void;

/** How the making of many folders goes on. */
export interface ManyFolders {
  /** Hears of each folder that got a new one. */
  onChange: (dir: string) => void;
  onMade?: OnMade | undefined;
  signal?: AbortSignal | undefined;
}
