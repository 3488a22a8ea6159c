import { endpoints, userSorts, userStates, type EndpointInput } from '@clusterdesk/contracts';
import { useListView } from '../../../../shared/ui/table/list-url.js';
import type { Sorting } from '../../../../shared/ui/table/data-table/data-table-types.js';
import { useListSorting } from '../../../../shared/ui/table/sorting/use-list-sorting.js';

const names = ['search', 'roleId', 'state', 'sort', 'order'] as const;

/** What the user list shows, as its URL says it, and the call that asks for it. */
export function useUserListView() {
  const view = useListView(names);
  const { filter, pageNum, size } = view;
  const { sorting, remember } = useListSorting('users', userSorts, filter);
  const state = userStates.find((known) => known === filter.state);
  const input: EndpointInput<typeof endpoints.users.list> = {
    pageNum,
    size,
    ...(filter.search ? { search: filter.search } : {}),
    ...(filter.roleId ? { roleId: filter.roleId } : {}),
    ...(state ? { state } : {}),
    ...(sorting ? { sort: sorting.id, order: sorting.desc ? 'desc' : 'asc' } : {}),
  };
  return {
    ...view,
    input,
    sorting,
    isNarrowed: Boolean(filter.search || filter.roleId || state),
    sortBy: (next: Sorting | null): void => view.narrow({ ...remember(next) }),
    clear: (): void => view.narrow({ search: '', roleId: '', state: '' }),
  };
}
