import { endpoints, type DiskItem } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { keyOf, queryClient } from '../../../shared/api/query.js';
import { joinPath, parentOf } from '../file-names.js';

/** The event of the change comes as well; asking at once does not wait for it. */
const askAgain = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] === 'disk' &&
      (queryKey[1] === endpoints.disk.list.path || queryKey[1] === endpoints.disk.find.path),
  });

/** Creates a folder. @throws ApiError */
export async function createFolder(dir: string, name: string): Promise<void> {
  await call(endpoints.disk.mkdir, { path: joinPath(dir, name) });
  await askAgain();
}

/** Gives an entry another name where it is. @throws ApiError */
export async function renameItem(item: DiskItem, name: string): Promise<void> {
  await call(endpoints.disk.rename, {
    path: item.path,
    newPath: joinPath(parentOf(item.path), name),
  });
  await askAgain();
}

/** Moves entries to the trash. @throws ApiError */
export async function removeItems(paths: string[]): Promise<void> {
  await call(endpoints.disk.remove, { paths });
  await askAgain();
}

/** The names in a folder as the cache knows them. */
export const knownNames = (dir: string): string[] =>
  queryClient
    .getQueryData<{ result: DiskItem[] }>(keyOf(endpoints.disk.list, { path: dir }))
    ?.result.map((item) => item.localPath) ?? [];
