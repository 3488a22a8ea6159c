/** Exactly this content and nothing newer: what was granted, file by file, as PostgreSQL holds it. */
export interface Manifest {
  /** A query of the files: `"position"`, `path`, `size_bytes`, `modified_ms` and `identity`, as of `PinnedFile`. Its `$1` is the id. */
  sql: string;
  id: string;
  files: number;
  bytes: number;
  /** Equal for the same files at the same paths. */
  fingerprint: string;
}

/** How a download is requested. */
export interface DownloadOptions {
  /** Answer at once with the packing's state instead of waiting until it is done. */
  isAsync: boolean;
  /** Absent: whatever is there. Compared when a single file is requested, and when bytes are read. */
  manifest?: Manifest;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal;
}
