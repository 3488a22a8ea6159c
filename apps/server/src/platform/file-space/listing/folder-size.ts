import { splitPath } from '../space-path.js';
import { SpaceTree } from '../space-tree.js';
import { walkFolder } from './space-listing.js';

/** What was measured so far. */
export interface FolderSize {
  /**
   * Of all files by their sizes: of a sparse file the whole, of several names of one file each. What cannot be reached is
   * not counted; 0 when the folder does not exist.
   */
  bytes: number;
  /** Where to go on: the names of the way to the last entry that was counted; null: all was. */
  cursor: string[] | null;
}

/** Measures a folder of the platform, behind `after` when a measuring goes on. Stops when the signal is aborted. */
export async function measureFolder(
  path: string,
  after: readonly string[] | null = null,
  signal?: AbortSignal,
): Promise<FolderSize> {
  let bytes = 0;
  const walk = walkFolder(new SpaceTree(path), '/', after ? { after } : {});
  for await (const entry of walk) {
    bytes += entry.sizeBytes;
    if (signal?.aborted) {
      return { bytes, cursor: splitPath(entry.path) };
    }
  }
  return { bytes, cursor: null };
}
