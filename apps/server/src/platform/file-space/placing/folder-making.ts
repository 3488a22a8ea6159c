import { explainErrno, isErrno, NotAFolderError } from '../file-space.errors.js';
import type { ManyFolders, OnMade } from './told-changes.js';
import type { SafeDirectory } from '../safe-directory.js';
import { checkNewName, joinPath, nameKey, splitPath } from '../space-path.js';
import { findTaken, type SpaceTree } from '../space-tree.js';
import { identityOf } from '../file-identity.js';

/** Between the birth of a folder and the last change of its name, nanoseconds: an older one has come in the place of the one made. */
const newbornNs = 2_000_000_000n;

/** Makes a folder, which fails where the name is taken, and tells which one it is. The caller flushes. */
export async function makeFolder(
  folder: SafeDirectory,
  dir: string,
  name: string,
  onMade?: OnMade,
): Promise<void> {
  await folder.makeDirectory(name);
  if (onMade) {
    const stats = await folder.lstatExact(name);
    // A folder that is moved to this name in the same moment takes the place of the empty one: nobody has made that.
    if (stats.isDirectory() && stats.ctimeNs - stats.birthtimeNs < newbornNs) {
      onMade({ path: joinPath(dir, name), identity: identityOf(stats) });
    }
  }
}

/** A folder of this name, made when missing; the name as it is spelled there. The caller flushes. */
export async function ensureFolder(
  folder: SafeDirectory,
  dir: string,
  name: string,
  onMade?: OnMade,
): Promise<{ name: string; isNew: boolean }> {
  const taken = await findTaken(folder, name);
  if (taken === null) {
    checkNewName(name);
    try {
      await makeFolder(folder, dir, name, onMade);
      return { name, isNew: true };
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) {
        throw error;
      }
    }
  }
  if (!(await folder.lstat(taken ?? name)).isDirectory()) {
    throw new NotAFolderError(taken ?? name);
  }
  return { name: taken ?? name, isNew: false };
}

/** Makes the folders of a path that are missing; returns the path as the existing ones spell it. */
export async function makeFolders(tree: SpaceTree, path: string, onMade?: OnMade): Promise<string> {
  return tree.descend(path, async (folder, part, dir) => {
    const { name, isNew } = await ensureFolder(folder, dir, part, onMade);
    if (isNew) {
      await folder.flush();
    }
    return name;
  });
}

/** Wanted folders as a tree: each is opened once, however many lie in it. */
interface Wanted {
  name: string;
  below: Map<string, Wanted>;
  /** How many folders are wanted below it. */
  count: number;
}

/**
 * Makes the folders of many paths. All paths are checked before the first is made; each folder is opened, and flushed,
 * once. `onChange` hears of each folder that got a new one.
 */
export async function makeManyFolders(
  tree: SpaceTree,
  paths: readonly string[],
  making: ManyFolders,
): Promise<void> {
  const wanted: Wanted = { name: '', below: new Map(), count: 0 };
  for (const path of paths) {
    let at = wanted;
    for (const name of splitPath(path)) {
      const next = at.below.get(nameKey(name)) ?? { name, below: new Map(), count: 0 };
      at.below.set(nameKey(name), next);
      at = next;
    }
  }
  countBelow(wanted);
  await tree.inFolder('/', (root) => makeBelow(root, '/', wanted, making));
}

function countBelow(wanted: Wanted): number {
  wanted.count = [...wanted.below.values()].reduce((sum, one) => sum + 1 + countBelow(one), 0);
  return wanted.count;
}

/**
 * Makes what is wanted below an open folder, and closes that. A folder stays open until the last of those in it is opened,
 * which is the one with most below: so the open ones are never more than the logarithm of all, however deep they lie.
 */
async function makeBelow(
  folder: SafeDirectory,
  dir: string,
  wanted: Wanted,
  making: ManyFolders,
): Promise<void> {
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) {
      isOpen = false;
      await folder.close();
    }
  };
  try {
    const filled = await makeIn(folder, dir, wanted, making);
    for (const [index, child] of filled.entries()) {
      making.signal?.throwIfAborted();
      const below = await folder.openDirectory(child.name);
      if (index === filled.length - 1) {
        await close();
      }
      await makeBelow(below, joinPath(dir, child.name), child, making);
    }
  } catch (error) {
    throw explainErrno(error, dir);
  } finally {
    await close();
  }
}

/** Makes what is wanted in one folder; those that shall have folders themselves, the fullest last. */
async function makeIn(
  folder: SafeDirectory,
  dir: string,
  wanted: Wanted,
  { onChange, onMade, signal }: ManyFolders,
): Promise<Wanted[]> {
  const filled: Wanted[] = [];
  let isChanged = false;
  try {
    for (const child of wanted.below.values()) {
      signal?.throwIfAborted();
      const { name, isNew } = await ensureFolder(folder, dir, child.name, onMade);
      isChanged ||= isNew;
      if (child.count > 0) {
        filled.push({ ...child, name });
      }
    }
  } finally {
    if (isChanged) {
      await folder.flush();
      onChange(dir);
    }
  }
  return filled.sort((one, other) => one.count - other.count);
}
