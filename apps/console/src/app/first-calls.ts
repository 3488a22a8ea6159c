import { endpoints } from '@clusterdesk/contracts';
import { diskList } from '../features/disk/api/disk-list.js';
import { queryClient, queryOptionsOf } from '../shared/api/query.js';
import { readToken } from '../shared/api/session.js';
import { pageQuery, readFilesSort } from '../shared/file-browser/api/page-query.js';
import { paths } from '../shared/paths.js';

/**
 * Asks for what the first page shows while its code is still on the way: the pages find the calls in the query cache, under
 * way or answered. A call that fails is asked again by whoever needs it, who says what went wrong.
 */
export function askForFirstPage(): void {
  const { pathname, search } = window.location;
  if (!readToken() || pathname === paths.login) {
    return;
  }
  void queryClient.prefetchQuery(queryOptionsOf(endpoints.menus.userMenuTree, {}));
  void queryClient.prefetchQuery(queryOptionsOf(endpoints.account.detail, {}));
  const asked = new URLSearchParams(search);
  if (pathname === paths.myFiles && !asked.get('key')) {
    void queryClient.prefetchQuery(
      pageQuery(diskList, asked.get('dir') || '/', readFilesSort(), 0),
    );
  }
}
