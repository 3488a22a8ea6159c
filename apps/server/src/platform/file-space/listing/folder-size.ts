import { walkFolder } from './space-listing.js';
import { SpaceTree } from '../space-tree.js';

/**
 * The bytes of all files below a folder of the platform, by their sizes (of a sparse file the whole, of several names of one
 * file each). 0 when the folder does not exist; what cannot be reached is not counted.
 */
export async function measureFolder(path: string): Promise<number> {
  let bytes = 0;
  for await (const entry of walkFolder(new SpaceTree(path), '/')) {
    bytes += entry.sizeBytes;
  }
  return bytes;
}
