import { PlusOutlined } from '@ant-design/icons';
import { endpoints, type RoleRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageState } from '../../../../shared/ui/state/page-state.js';
import {
  ListAndDetail,
  ListAndDetailSkeleton,
} from '../../../../shared/ui/layout/list-and-detail.js';
import { useChosenItem } from '../../../../shared/ui/layout/use-chosen-item.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../../shared/ui/dialog/use-confirm.js';
import { roleList } from '../../api/role-queries.js';
import { useWatchAccounts } from '../../identity-live.js';
import { queriesOfUsers } from '../../api/shown.js';
import { RoleDialog } from '../role-dialog.js';
import { RoleList } from '../role-list.js';
import { roleNameOf } from '../role-name.js';
import { RoleUsers } from '../role-users.js';

/** Roles at the left, the users of the chosen one at the right (spec part 2 §2, Role management). */
export function RolePage(): ReactNode {
  const { t } = useTranslation(['roles', 'common']);
  const confirm = useConfirm();
  const { act: remove } = useAction(endpoints.roles.remove, {
    invalidates: queriesOfUsers,
    done: t('common:deleted'),
  });
  const [isAdding, setIsAdding] = useState(false);
  useWatchAccounts('roles');
  useWatchAccounts('users');
  const roles = useQuery(roleList());
  const { chosen, choose } = useChosenItem('roleId', roles.data);
  const askToRemove = async (role: RoleRow): Promise<void> => {
    const { id, userCount } = role;
    // How many lose it now: somebody may have been given the role since the list was drawn.
    const { data } = await roles.refetch();
    const count = data?.find((fresh) => fresh.id === id)?.userCount ?? userCount;
    const isConfirmed = await confirm({
      title: t('deleteTitle', { name: roleNameOf(role) }),
      hint: count === 0 ? t('deleteHintUnused') : t('deleteHint', { count }),
      okText: t('common:remove'),
      isDangerous: true,
    });
    if (isConfirmed) {
      await remove({ id });
    }
  };
  return (
    <>
      <PageState query={roles} skeleton={<ListAndDetailSkeleton />}>
        {(all) => (
          <ListAndDetail
            backLabel={t('roles')}
            list={
              <>
                <PageHeader title={t('roles')}>
                  <Button type="primary" icon={<PlusOutlined />} onClick={() => setIsAdding(true)}>
                    {t('addRole')}
                  </Button>
                </PageHeader>
                <RoleList
                  roles={all}
                  chosenId={chosen?.id}
                  onChoose={choose}
                  onRemove={(role) => void askToRemove(role)}
                />
              </>
            }
            detail={chosen && <RoleUsers key={chosen.id} role={chosen} />}
          />
        )}
      </PageState>
      {isAdding && <RoleDialog onClose={() => setIsAdding(false)} onAdded={choose} />}
    </>
  );
}
