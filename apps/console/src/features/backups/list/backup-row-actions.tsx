import { MoreOutlined } from '@ant-design/icons';
import type { BackupRow } from '@clusterdesk/contracts';
import { Button, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../shared/ui/menu/menu-button.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { isUnderWay } from '../transfer/use-export.js';
import type { BackupActions } from './use-backup-actions.js';

interface BackupRowActionsProps {
  row: BackupRow;
  actions: BackupActions;
}

/** What can be done to a backup now: one that is being taken is cancelled, a finished one downloaded, the rest is in a menu. */
export function BackupRowActions({ row, actions }: BackupRowActionsProps): ReactNode {
  const { t } = useTranslation(['backups', 'common']);
  const time = row.createTime;
  if (isUnderWay(row)) {
    return (
      <RowActions>
        <Button
          type="link"
          size="small"
          danger
          aria-label={t('cancelNamed', { time })}
          onClick={() => actions.cancel(row)}
        >
          {t('common:cancel')}
        </Button>
      </RowActions>
    );
  }
  const isUsable = row.state === 'done' && row.isHere;
  const items: MenuProps['items'] = [
    isUsable && { key: 'prove', label: t('prove'), onClick: () => actions.prove(row) },
    isUsable && { key: 'restore', label: t('restore'), onClick: () => actions.restore(row) },
    isUsable && { type: 'divider' as const },
    {
      key: 'remove',
      label: t('common:remove'),
      danger: true,
      onClick: () => actions.remove(row),
    },
  ].filter((item) => item !== false);
  return (
    <RowActions>
      {isUsable && (
        <Button
          type="link"
          size="small"
          aria-label={t('downloadNamed', { time })}
          onClick={() => actions.download(row)}
        >
          {t('download')}
        </Button>
      )}
      {row.state === 'done' && row.isStored && !row.isHere && (
        <Button
          type="link"
          size="small"
          aria-label={t('bringBackNamed', { time })}
          onClick={() => actions.bringBack(row)}
        >
          {t('bringBack')}
        </Button>
      )}
      <MenuButton placement="bottomRight" menu={{ items }}>
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={t('moreNamed', { time })}
          title={t('more')}
        />
      </MenuButton>
    </RowActions>
  );
}
