import { Semaphore } from '../../concurrency.js';
import { placeNewFile, type NewFile } from './file-placing.js';
import { explainErrno } from '../file-space.errors.js';
import { checkNewName, joinPath } from '../space-path.js';
import type { SpaceTree } from '../space-tree.js';

/** A few more than the thread pool runs at a time, few enough to let others run. */
const filesAtOnce = 8;

/** Where a file of a batch is, or why it was not placed. */
export type PlacingOutcome = { path: string } | { reason: unknown };

/**
 * Puts sealed files into one folder, several at a time, and flushes the folder once at the end. Throws only when the
 * folder itself cannot be used.
 */
export async function placeInFolder(
  tree: SpaceTree,
  dir: string,
  files: readonly NewFile[],
): Promise<PlacingOutcome[]> {
  files.forEach(({ name }) => checkNewName(name));
  return tree.inFolder(dir, async (folder) => {
    const turns = new Semaphore(filesAtOnce);
    const placeOne = async (file: NewFile): Promise<PlacingOutcome> => {
      try {
        return { path: joinPath(dir, await turns.run(() => placeNewFile(folder, file))) };
      } catch (error) {
        return { reason: explainErrno(error, joinPath(dir, file.name)) };
      }
    };
    const outcomes = await Promise.all(files.map(placeOne));
    await folder.flush();
    return outcomes;
  });
}
