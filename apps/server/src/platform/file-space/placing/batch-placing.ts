import { Semaphore } from '../../concurrency.js';
import { placeFile, placeNewFile, type NewFile } from './file-placing.js';
import { explainErrno } from '../file-space.errors.js';
import { checkNewName, joinPath } from '../space-path.js';
import type { FileIdentity } from '../file-identity.js';
import { readEntry, type SpaceEntry, type SpaceTree } from '../space-tree.js';
import { keepingIn } from './keeping.js';
import type { VersionStore } from './version-store.js';

/** A few more than the thread pool runs at a time, few enough to let others run. */
const filesAtOnce = 8;

/** Where a file of a batch is, or why it was not placed. */
export type PlacingOutcome = { path: string } | { reason: unknown };

/** Puts one sealed file into a folder; done again after a crash, it finds the file it placed before by its identity. */
export async function placeOneInFolder(
  tree: SpaceTree,
  versions: VersionStore,
  dir: string,
  file: NewFile & { identity: FileIdentity },
): Promise<SpaceEntry> {
  const { staged, identity, name, conflict, clearing } = file;
  return tree.inFolder(dir, async (folder) => {
    const keeping = keepingIn(versions, dir, clearing);
    return readEntry(
      folder,
      dir,
      await placeFile(folder, staged, identity, name, conflict, keeping),
    );
  });
}

/**
 * Puts sealed files into one folder, several at a time, and flushes the folder once at the end. Throws only when the
 * folder itself cannot be used.
 */
export async function placeInFolder(
  tree: SpaceTree,
  versions: VersionStore,
  dir: string,
  files: readonly NewFile[],
): Promise<PlacingOutcome[]> {
  files.forEach(({ name }) => checkNewName(name));
  return tree.inFolder(dir, async (folder) => {
    const turns = new Semaphore(filesAtOnce);
    const placeOne = async (file: NewFile): Promise<PlacingOutcome> => {
      try {
        const keeping = keepingIn(versions, dir, file.clearing);
        const place = (): Promise<string> => placeNewFile(folder, file, undefined, keeping);
        return { path: joinPath(dir, await turns.run(place)) };
      } catch (error) {
        return { reason: explainErrno(error, joinPath(dir, file.name)) };
      }
    };
    const outcomes = await Promise.all(files.map(placeOne));
    await folder.flush();
    return outcomes;
  });
}
