import { SaveOutlined } from '@ant-design/icons';
import { endpoints, type MenuNode, type RoleRow } from '@clusterdesk/contracts';
import { Alert, Button, Tree } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callWithMessage, type ApiResponse } from '../../../shared/api/call.js';
import { currentLanguage } from '../../../shared/i18n/i18n.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useUnsavedWork } from '../../../shared/ui/form/unsaved-work.js';
import { queriesOfUsers } from '../api/shown.js';
import { checkedLeaves, grantedIds, isSame, mergedChecks, rootKey } from './menu-checks.js';
import { roleNameOf } from './role-name.js';
import styles from './role-pages.module.css';

interface TreeItem {
  key: string;
  title: string;
  children: TreeItem[];
}

const toItem = (node: MenuNode): TreeItem => ({
  key: node.id,
  title: (currentLanguage() === 'en' && node.menuNameEn) || node.menuName,
  children: node.children.map(toItem),
});

interface RoleMenusProps {
  role: RoleRow;
  tree: readonly MenuNode[];
}

/** Saves what was ticked and unticked, on top of what the role and the menus are now: a colleague's change made meanwhile stays. */
async function send(
  roleId: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Promise<ApiResponse<null>> {
  const [roles, tree] = await Promise.all([
    call(endpoints.roles.list, {}),
    call(endpoints.menus.tree, {}),
  ]);
  const granted = roles.find(({ id }) => id === roleId)?.menuList ?? [];
  const now = new Set(checkedLeaves(tree, new Set(granted)));
  const menuIds = grantedIds(tree, mergedChecks(before, after, now)).join(',');
  return callWithMessage(endpoints.roles.setMenus, { roleId, menuIds });
}

/** The menus of a role as a tree of boxes, and Save (spec part 2 §2, Authority management). */
export function RoleMenus({ role, tree }: RoleMenusProps): ReactNode {
  const { t } = useTranslation(['roles', 'common']);
  const saved = useMemo(
    () => new Set(checkedLeaves(tree, new Set(role.menuList))),
    [tree, role.menuList],
  );
  const { act: setMenus, isBusy } = useAction(
    (next: ReadonlySet<string>) => send(role.id, saved, next),
    {
      invalidates: queriesOfUsers,
      done: t('authoritySaved'),
      isFreshAtEnd: true,
    },
  );
  const [draft, setDraft] = useState<ReadonlySet<string> | null>(null);
  const checked = draft ?? saved;
  const isDirty = draft !== null && !isSame(draft, saved);
  useUnsavedWork(() => isDirty);
  const items = useMemo<TreeItem[]>(
    () => [{ key: rootKey, title: t('allMenus'), children: tree.map(toItem) }],
    [tree, t],
  );

  const check = (keys: readonly string[]): void => {
    // antd lists checked parents too; what is saved follows from the leaves.
    setDraft(new Set(checkedLeaves(tree, new Set(keys))));
  };
  const save = async (): Promise<void> => {
    if (await setMenus(checked)) {
      setDraft(null);
    }
  };
  return (
    <section className={styles['content']} aria-label={t('menusOf', { name: roleNameOf(role) })}>
      <PageHeader
        isPart
        title={t('menusOf', { name: roleNameOf(role) })}
        extra={isDirty && <span className="soft small">{t('unsaved')}</span>}
      >
        {!role.isSystemAdministrator && (
          <Button
            type="primary"
            icon={<SaveOutlined />}
            loading={isBusy}
            disabled={!isDirty}
            onClick={() => void save()}
          >
            {t('common:save')}
          </Button>
        )}
      </PageHeader>
      {role.isSystemAdministrator && (
        <Alert type="info" showIcon title={t('systemRole')} className={styles['notice'] ?? ''} />
      )}
      {/* In reach of the keyboard: a tree that may not be changed has no box to hold the focus, and scrolls. */}
      <div
        className={`card ${styles['tree']}`}
        role="group"
        aria-label={t('allMenus')}
        tabIndex={role.isSystemAdministrator ? 0 : undefined}
      >
        <Tree<TreeItem>
          checkable
          defaultExpandAll
          selectable={false}
          disabled={role.isSystemAdministrator}
          treeData={items}
          checkedKeys={[...checked]}
          onCheck={(keys) => check((Array.isArray(keys) ? keys : keys.checked).map(String))}
        />
      </div>
    </section>
  );
}
