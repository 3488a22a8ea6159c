import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';

const urlsOf = (menus: readonly MenuNode[]): string[] =>
  menus.flatMap(({ menuUrl, children }) => [menuUrl, ...urlsOf(children)]);

/** Whether the user may open a page of the menus: no link leads where nobody lets one in. */
export function useHasMenu(path: string): boolean {
  const { data } = useQuery({
    ...queryOptionsOf(endpoints.menus.userMenuTree, {}),
    staleTime: 60_000,
  });
  return urlsOf(data ?? []).includes(path);
}
