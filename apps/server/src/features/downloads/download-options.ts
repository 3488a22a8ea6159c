import type { PinnedFile } from './sending/pinned-content.js';

/** How a download is asked for. */
export interface DownloadOptions {
  /** Answer at once with the state of the packing, rather than when it is done. */
  isAsync: boolean;
  /** Exactly this content and nothing newer: what was granted, file by file. Absent: what is there. */
  manifest?: readonly PinnedFile[];
  /** Ends the looking around when nobody waits for it any more. */
  signal?: AbortSignal;
}
