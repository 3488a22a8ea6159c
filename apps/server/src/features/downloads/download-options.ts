/** Exactly this content and nothing newer: what was granted, file by file, as PostgreSQL holds it. */
export interface Manifest {
  /** A query of the files: `"position"`, `path`, `size_bytes`, `modified_ms` and `identity`, as of `PinnedFile`. Its `$1` is the id. */
  sql: string;
  id: string;
  files: number;
  bytes: number;
  /** The same files at the same paths have the same. */
  fingerprint: string;
}

/** How a download is asked for. */
export interface DownloadOptions {
  /** Answer at once with the state of the packing, rather than when it is done. */
  isAsync: boolean;
  /** Absent: what is there. Compared when a single file is asked for, and when bytes are read. */
  manifest?: Manifest;
  /** Ends the looking around when nobody waits for it any more. */
  signal?: AbortSignal;
}
