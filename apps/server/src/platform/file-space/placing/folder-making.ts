import { isErrno, NotAFolderError } from '../file-space.errors.js';
import type { SafeDirectory } from '../safe-directory.js';
import { checkNewName, joinPath, nameKey, splitPath } from '../space-path.js';
import { findTaken, type SpaceTree } from '../space-tree.js';

/** A folder of this name, made when missing; the name as it is spelled there. The caller flushes. */
export async function ensureFolder(
  folder: SafeDirectory,
  name: string,
): Promise<{ name: string; isNew: boolean }> {
  const taken = await findTaken(folder, name);
  if (taken === null) {
    checkNewName(name);
    try {
      await folder.makeDirectory(name);
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
export async function makeFolders(tree: SpaceTree, path: string): Promise<string> {
  return tree.descend(path, async (folder, part) => {
    const { name, isNew } = await ensureFolder(folder, part);
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
}

/**
 * Makes the folders of many paths. All paths are checked before the first is made; each folder is opened, and flushed,
 * once. `onChange` hears of each folder that got a new one.
 */
export async function makeManyFolders(
  tree: SpaceTree,
  paths: readonly string[],
  onChange: (dir: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const wanted: Wanted = { name: '', below: new Map() };
  for (const path of paths) {
    let at = wanted;
    for (const name of splitPath(path)) {
      const next = at.below.get(nameKey(name)) ?? { name, below: new Map<string, Wanted>() };
      at.below.set(nameKey(name), next);
      at = next;
    }
  }
  // The folders left to do; not a recursion, so that the depth of a path costs no open descriptors.
  const open: { dir: string; below: Map<string, Wanted> }[] = [{ dir: '/', below: wanted.below }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { dir, below } = next;
    signal?.throwIfAborted();
    await tree.inFolder(dir, async (folder) => {
      let isChanged = false;
      try {
        for (const child of below.values()) {
          signal?.throwIfAborted();
          const { name, isNew } = await ensureFolder(folder, child.name);
          isChanged ||= isNew;
          if (child.below.size > 0) {
            open.push({ dir: joinPath(dir, name), below: child.below });
          }
        }
      } finally {
        if (isChanged) {
          await folder.flush();
          onChange(dir);
        }
      }
    });
  }
}
