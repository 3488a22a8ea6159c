import { endpoints } from '@clusterdesk/contracts';
import { diskList } from '../../features/disk/api/disk-list.js';
import { queryClient, queryOptionsOf } from '../../shared/api/query.js';
import { readToken } from '../../shared/api/session.js';
import { readFilesSort } from '../../shared/file-browser/api/first-list.js';
import { pageQuery } from '../../shared/file-browser/api/page-query.js';
import { firstPaths, paths } from '../../shared/paths.js';
import { firstFolder } from './first-calls.js';

/**
 * Asks for what the first page shows while its code is still on the way: the pages find the calls in the query cache, under
 * way or answered. The page's own script has mostly sent them already (`askAtOnce`). A call that fails is asked again by
 * whoever needs it, who says what went wrong. Resolves when all have been answered, or have failed.
 */
export async function askForFirstPage(): Promise<void> {
  const { pathname, search } = window.location;
  if (!readToken() || pathname === paths.login || pathname.startsWith(`${firstPaths.dropBox}/`)) {
    return;
  }
  const dir = firstFolder(pathname, search);
  await Promise.all([
    dir === null ? null : queryClient.prefetchQuery(pageQuery(diskList, dir, readFilesSort(), 0)),
    queryClient.prefetchQuery(queryOptionsOf(endpoints.menus.userMenuTree, {})),
    queryClient.prefetchQuery(queryOptionsOf(endpoints.account.detail, {})),
  ]);
}
