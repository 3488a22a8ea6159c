import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, queryKeyOf, queryOptionsOf } from '../api/query.js';
import { hasMenu } from './menu-leaves.js';

/** Whether the user has the menu of a page: no link leads where nobody lets one in. */
export function useHasMenu(path: string): boolean {
  const { data } = useQuery({
    ...queryOptionsOf(endpoints.menus.userMenuTree, {}),
    staleTime: 60_000,
  });
  return hasMenu(data ?? [], path);
}

/** The same for what is no component, by the menus that the page stands on. */
export const readHasMenu = (path: string): boolean =>
  hasMenu(
    queryClient.getQueryData<MenuNode[]>(queryKeyOf(endpoints.menus.userMenuTree, {})) ?? [],
    path,
  );
