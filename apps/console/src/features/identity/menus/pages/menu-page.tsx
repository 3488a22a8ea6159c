import { PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { DataTable } from '../../../../shared/ui/table/data-table/data-table.js';
import { EmptyState } from '../../../../shared/ui/state/empty-state.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../../shared/ui/dialog/use-confirm.js';
import { formatList } from '../../../../shared/lib/format/format-list.js';
import { paths } from '../../../../shared/paths.js';
import { useWatchAccounts } from '../../identity-live.js';
import { queriesOfMenus } from '../../api/shown.js';
import { menuColumns, nameOf } from '../menu-columns.js';
import { menusBelow, rowsOf } from '../menu-rows.js';

/** All menus as a tree table (spec part 2 §2, Menu management). */
export function MenuPage(): ReactNode {
  const { t } = useTranslation(['menus', 'common']);
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { act: remove } = useAction(endpoints.menus.remove, {
    invalidates: queriesOfMenus,
    done: t('common:deleted'),
  });
  // The row that changes its place is what one sees of it.
  const { act: shift } = useAction(endpoints.menus.shift, { invalidates: queriesOfMenus });
  const restoring = useAction(endpoints.menus.restoreStandard, {
    invalidates: queriesOfMenus,
    done: ({ restored }) =>
      restored === 0 ? t('restoredNone') : t('restoredDone', { count: restored }),
  });
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  useWatchAccounts('menus');
  const menus = useQuery(queryOptionsOf(endpoints.menus.tree, {}));
  const rows = useMemo(() => menus.data && rowsOf(menus.data, folded), [menus.data, folded]);
  const columns = useMemo(() => {
    const askToRemove = async (menu: MenuNode): Promise<void> => {
      const below = menusBelow(menu).map(nameOf);
      const isConfirmed = await confirm({
        title: t('deleteTitle', { name: nameOf(menu) }),
        hint:
          below.length > 0
            ? t('deleteHintBelow', { count: below.length, names: formatList(below) })
            : t('deleteHint'),
        okText: t('common:remove'),
        isDangerous: true,
      });
      if (isConfirmed) {
        await remove({ id: menu.id });
      }
    };
    return menuColumns(t, {
      folded,
      toggle: ({ id }) =>
        setFolded((ids) =>
          ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set(ids).add(id),
        ),
      remove: (menu) => void askToRemove(menu),
      shift: ({ id }, direction) => void shift({ id, direction }),
    });
  }, [t, folded, confirm, remove, shift]);
  const restore = async (): Promise<void> => {
    const question = { title: t('restoreTitle'), hint: t('restoreHint') };
    if (await confirm({ ...question, okText: t('restore') })) {
      await restoring.act({});
    }
  };
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(paths.newMenu)}>
      {t('addMenu')}
    </Button>
  );
  return (
    <>
      <PageHeader>
        {add}
        <Button icon={<UndoOutlined />} loading={restoring.isBusy} onClick={() => void restore()}>
          {t('restoreStandard')}
        </Button>
      </PageHeader>
      <DataTable
        name="menus"
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={({ menu }) => menu.id}
        rowName={({ menu }) => nameOf(menu)}
        onOpen={({ menu }) => void navigate(paths.menu(menu.id))}
        error={menus.error}
        onRetry={() => void menus.refetch()}
        empty={<EmptyState title={t('noMenus')} action={add} />}
      />
    </>
  );
}
