import { endpoints, limits, type DiskItem } from '@clusterdesk/contracts';
import { call } from '../../../../shared/api/call.js';
import { queryKeyOf, queryClient } from '../../../../shared/api/query.js';
import { joinPath, nextFolderName, parentOf } from '../file-names.js';
import { firstPage } from './folder.js';

/** Paths that one call takes. */
const pathsPerCall = 10_000;
/** Of more entries than this the trash is not asked which they are, and there is no way back by one click. */
const maxUndo = limits.maxPageSize;

/** Invalidates every query that shows files. The event of the change comes as well; this does not wait for it. */
export const invalidateFiles = async (): Promise<void> => {
  const disk = endpoints.disk;
  const trash = endpoints.trash;
  await Promise.all(
    [disk.list, disk.summary, disk.find, disk.usage, trash.list].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) }),
    ),
  );
};

/** Paths by as many as one call takes. */
export const inCalls = (paths: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(paths.length / pathsPerCall) }, (_, part) =>
    paths.slice(part * pathsPerCall, (part + 1) * pathsPerCall),
  );

/** Creates a folder and gives its path. @throws ApiError */
export async function createFolder(dir: string, name: string): Promise<string> {
  const { path } = await call(endpoints.disk.mkdir, { path: joinPath(dir, name) });
  await invalidateFiles();
  return path;
}

/** Gives an entry another name where it is; answers its new path. @throws ApiError */
export async function renameItem(item: DiskItem, name: string): Promise<string> {
  const newPath = joinPath(parentOf(item.path), name);
  const { path } = await call(endpoints.disk.rename, { path: item.path, newPath });
  await invalidateFiles();
  return path;
}

/** Moves entries to the trash, tells how many are there; what has gone stays gone when a later call fails. @throws ApiError */
export async function removeItems(
  paths: readonly string[],
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  try {
    let done = 0;
    for (const part of inCalls(paths)) {
      onProgress(done);
      await call(endpoints.disk.remove, { paths: part });
      done += part.length;
    }
  } finally {
    await invalidateFiles();
  }
}

/** What of the trash came from these paths last; empty where they are too many to tell. @throws ApiError */
export async function trashedFrom(paths: readonly string[]): Promise<string[]> {
  if (paths.length > maxUndo) {
    return [];
  }
  const missing = new Set(paths);
  const { data } = await call(endpoints.trash.list, { pageNum: 0, size: limits.maxPageSize });
  // The latest first: an older entry from the same path is another matter.
  return data.filter(({ path }) => missing.delete(path)).map(({ id }) => id);
}

/** Puts entries of the trash back; answers where they are. @throws ApiError */
export async function restoreItems(ids: string[]): Promise<string[]> {
  const restored = await call(endpoints.trash.restore, { ids });
  await invalidateFiles();
  return restored.map(({ path }) => path);
}

/** Whether a name is taken in a folder. @throws ApiError */
export const checkName = (
  dir: string,
  name: string,
): Promise<{ sameName: boolean; newName: string }> =>
  call(endpoints.disk.checkSameName, { path: dir, fileName: name });

/** The word for folder and the smallest number that no entry of the folder has. @throws ApiError */
export async function freeFolderName(dir: string, base: string): Promise<string> {
  const { items, isWhole } = await firstPage(dir);
  const taken = new Set(items.map((item) => item.localPath));
  let name = nextFolderName(base, taken);
  while (!isWhole && (await checkName(dir, name)).sameName) {
    taken.add(name);
    name = nextFolderName(base, taken);
  }
  return name;
}
