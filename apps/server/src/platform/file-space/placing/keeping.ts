import { joinPath } from '../space-path.js';
import type { Keeping } from './file-placing.js';
import type { Clearing } from './told-changes.js';
import type { VersionStore } from './version-store.js';

/**
 * Keeps the files of a folder that are replaced, and tells of each; undefined where they are not wanted.
 * @param dir the folder's path, as it is told
 */
export function keepingIn(
  versions: VersionStore,
  dir: string,
  clearing: Clearing | undefined,
): Keeping | undefined {
  const { id, onKept } = clearing ?? {};
  if (id === undefined || !onKept) {
    return undefined;
  }
  return async (folder, name, replace) => {
    const aside = await versions.putAside(folder, name, id);
    let result: Awaited<ReturnType<typeof replace>>;
    try {
      result = await replace();
    } catch (error) {
      await aside?.undo();
      throw error;
    }
    if (aside && (await aside.finish())) {
      const { sizeBytes, modifiedMs } = aside;
      onKept({ path: joinPath(dir, name), id, sizeBytes, modifiedMs });
    }
    return result;
  };
}
