import { ClockCircleOutlined, MoreOutlined, TeamOutlined } from '@ant-design/icons';
import { shareTypes, type ShareRow } from '@clusterdesk/contracts';
import { Button, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { parentOf } from '../../../shared/file-browser/file-names.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { paths } from '../../../shared/paths.js';
import { MenuButton } from '../../../shared/ui/menu/menu-button.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { CopyLink } from '../components/copy-link.js';
import { shareName } from '../share-link.js';

/** The dialogs that a row of My shares opens. */
export type ShareDialog = 'extend' | 'users';

interface ShareRowActionsProps {
  share: ShareRow;
  onDetails: (share: ShareRow) => void;
  onDialog: (dialog: ShareDialog, share: ShareRow) => void;
  onDelete: (share: ShareRow) => void;
}

/** What can be done to a share of one's own. */
export function ShareRowActions({
  share,
  onDetails,
  onDialog,
  onDelete,
}: ShareRowActionsProps): ReactNode {
  const { t } = useTranslation(['shares', 'common']);
  const navigate = useNavigate();
  const isLink = share.shareType === shareTypes.link;
  // To send it on is of use only when it is good again.
  const isOver = isLink && (share.state === 'expired' || share.state === 'usedUp');
  // Only what is there can be shown where it lies.
  const there = share.fileVos.find((file) => !file.isMissing);
  const items: MenuProps['items'] = [
    { key: 'details', label: t('details'), onClick: () => onDetails(share) },
    ...(isLink
      ? [{ key: 'extend', label: t('extend'), onClick: () => onDialog('extend', share) }]
      : []),
    {
      key: 'files',
      label: t('openInFiles'),
      disabled: !there,
      onClick: () => there && void navigate(paths.folder(parentOf(there.path))),
    },
    { type: 'divider' },
    { key: 'delete', label: t('deleteShare'), danger: true, onClick: () => onDelete(share) },
  ];
  const name = nameInSentence(shareName(share));
  return (
    <RowActions>
      {isOver ? (
        <Button
          type="text"
          size="small"
          icon={<ClockCircleOutlined />}
          title={t('extendTitle', { name })}
          onClick={() => onDialog('extend', share)}
        >
          {t('extendShort')}
        </Button>
      ) : isLink ? (
        <CopyLink share={share}>{t('copy')}</CopyLink>
      ) : (
        <Button
          type="text"
          size="small"
          icon={<TeamOutlined />}
          title={t('changeUsersTitle', { name })}
          onClick={() => onDialog('users', share)}
        >
          {t('usersShort')}
        </Button>
      )}
      <MenuButton placement="bottomRight" menu={{ items }}>
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={t('moreActionsOf', { name })}
          title={t('moreActions')}
        />
      </MenuButton>
    </RowActions>
  );
}
