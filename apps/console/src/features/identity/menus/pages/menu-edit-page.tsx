import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { useFormSource } from '../../../../shared/ui/form/source/use-form-source.js';
import { PageState } from '../../../../shared/ui/state/page-state.js';
import { useWatchAccounts } from '../../identity-live.js';
import { MenuForm } from '../menu-form.js';

/** Add a menu, or edit the one of the query's `id` (spec part 2 §2, /editMenu); `parentId` says below which a new one hangs. */
export function MenuEditPage(): ReactNode {
  const [search] = useSearchParams();
  const id = search.get('id');
  useWatchAccounts('menus');
  const tree = useQuery(queryOptionsOf(endpoints.menus.tree, {}));
  const info = useFormSource({
    ...queryOptionsOf(endpoints.menus.info, { menuId: id ?? '' }),
    enabled: id !== null,
  });
  return (
    <PageState query={tree}>
      {(menus) =>
        id === null ? (
          <MenuForm key="new" tree={menus} parentId={search.get('parentId')} />
        ) : (
          <PageState query={info}>
            {(source) => <MenuForm key={id} tree={menus} source={source} parentId={null} />}
          </PageState>
        )
      }
    </PageState>
  );
}
