import { queryClient } from '../../api/query.js';
import { joinPath, nextFolderName, parentOf } from '../file-names.js';
import { changesOf, fileKeys, type FileEntry, type FileSpace } from '../file-space.js';
import { firstPage } from './folder.js';

/** Paths that one call takes. */
const pathsPerCall = 10_000;

/** Invalidates everything that shows files of a space. The event of the change comes as well; this does not wait for it. */
export const invalidateFiles = (space: FileSpace): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: fileKeys.all(space.ref) });

/** Paths by as many as one call takes. */
export const inCalls = (paths: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(paths.length / pathsPerCall) }, (_, part) =>
    paths.slice(part * pathsPerCall, (part + 1) * pathsPerCall),
  );

/** Creates a folder and gives its path. @throws ApiError */
export async function createFolder(space: FileSpace, dir: string, name: string): Promise<string> {
  const path = await changesOf(space).mkdir(joinPath(dir, name));
  await invalidateFiles(space);
  return path;
}

/** Gives an entry another name where it is; answers its new path. @throws ApiError */
export async function renameItem(space: FileSpace, item: FileEntry, name: string): Promise<string> {
  const path = await changesOf(space).rename(item.path, joinPath(parentOf(item.path), name));
  await invalidateFiles(space);
  return path;
}

/** Removes entries and tells how many are gone; what has gone stays gone when a later call fails. @throws ApiError */
export async function removeItems(
  space: FileSpace,
  paths: readonly string[],
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  try {
    let done = 0;
    for (const part of inCalls(paths)) {
      onProgress(done);
      await changesOf(space).remove(part);
      done += part.length;
    }
  } finally {
    await invalidateFiles(space);
  }
}

/** The word for folder and the smallest number that no entry of the folder has. @throws ApiError */
export async function freeFolderName(space: FileSpace, dir: string, base: string): Promise<string> {
  const { items, isWhole } = await firstPage(space, dir);
  const taken = new Set(items.map((item) => item.localPath));
  let name = nextFolderName(base, taken);
  while (!isWhole && (await space.checkName(dir, name)).sameName) {
    taken.add(name);
    name = nextFolderName(base, taken);
  }
  return name;
}
