import {
  endpoints,
  userSorts,
  userStates,
  type EndpointInput,
  type UserSort,
} from '@clusterdesk/contracts';
import { useListView } from '../../../../shared/ui/table/list-url.js';
import type { Sorting } from '../../../../shared/ui/table/data-table-types.js';

const names = ['search', 'roleId', 'state', 'sort', 'order'] as const;
const nothing = { search: '', roleId: '', state: '', sort: '', order: '' };

const isSort = (text: string): text is UserSort => userSorts.some((sort) => sort === text);

/** What the user list shows, as its URL says it, and the call that asks for it. */
export function useUserListView() {
  const view = useListView(names);
  const { filter, pageNum, size } = view;
  const sort = isSort(filter.sort) ? filter.sort : undefined;
  const state = userStates.find((known) => known === filter.state);
  const input: EndpointInput<typeof endpoints.users.list> = {
    pageNum,
    size,
    ...(filter.search ? { search: filter.search } : {}),
    ...(filter.roleId ? { roleId: filter.roleId } : {}),
    ...(state ? { state } : {}),
    ...(sort ? { sort, order: filter.order === 'desc' ? 'desc' : 'asc' } : {}),
  };
  const sorting: Sorting | null = sort ? { id: sort, desc: filter.order === 'desc' } : null;
  return {
    ...view,
    input,
    sorting,
    isNarrowed: Boolean(filter.search || filter.roleId || state),
    narrow: (change: Partial<typeof nothing>): void => view.setFilter({ ...filter, ...change }),
    sortBy: (next: Sorting | null): void =>
      view.setFilter({
        ...filter,
        sort: next?.id ?? '',
        order: next ? (next.desc ? 'desc' : 'asc') : '',
      }),
    clear: (): void => view.setFilter({ ...nothing, sort: filter.sort, order: filter.order }),
  };
}
