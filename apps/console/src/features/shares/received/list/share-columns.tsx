import { shareTypes, type ShareRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { RelativeTime } from '../../../../shared/lib/time/time-text.js';
import { paths } from '../../../../shared/paths.js';
import { RowActions } from '../../../../shared/ui/table/row-actions.js';
import type { Column } from '../../../../shared/ui/table/data-table/data-table-types.js';
import { ReceivedState, useShareState } from '../components/received-state.js';
import styles from '../components/received.module.css';
import { ShareIcon, ShareTitle } from '../components/share-title.js';
import { ValidityText } from '../../components/validity-text.js';
import { shareName } from '../../share-link.js';
import { personName } from '../../../../shared/users/person-name.js';

type Translate = TFunction<'receivedShares'>;

/** What can be done to a row; absent: this user may not. */
export interface ShareRowActions {
  download?: (share: ShareRow) => void;
  save?: (share: ShareRow) => void;
  leave: (share: ShareRow) => void;
}

const NameLink = ({ share }: { share: ShareRow }): ReactNode => (
  <Link to={paths.receivedShare(share.id)} className={styles['title']}>
    <ShareIcon share={share} />
    <ShareTitle share={share} />
  </Link>
);

interface ActionsProps {
  share: ShareRow;
  t: Translate;
  actions: ShareRowActions;
}

/** What fits the share as it is now: nothing is taken of one that is over, used up, a drop box or only to be looked at. */
function Actions({ share, t, actions: { download, save, leave } }: ActionsProps): ReactNode {
  const name = nameInSentence(shareName(share));
  const gives = useShareState(share) === 'active' && !share.isDropBox && share.canDownload;
  const action = (key: 'download' | 'save' | 'leave', act: (row: ShareRow) => void): ReactNode => (
    <Button
      type="link"
      size="small"
      aria-label={t(`${key}Named`, { name })}
      onClick={() => act(share)}
    >
      {t(key === 'leave' ? 'leaveShort' : key)}
    </Button>
  );
  return (
    <RowActions>
      {gives && download && action('download', download)}
      {gives && save && action('save', save)}
      {action('leave', leave)}
    </RowActions>
  );
}

const typeOf = ({ shareType }: ShareRow, t: Translate): string =>
  t(shareType === shareTypes.link ? 'typeLink' : 'typeUsers');

/** The columns of received shares (spec part 1 §2), with what can be done added. The newest come first. */
export const shareColumns = (t: Translate, actions: ShareRowActions): Column<ShareRow>[] => [
  {
    id: 'name',
    title: t('what'),
    isAlways: true,
    cell: (share) => <NameLink share={share} />,
  },
  {
    id: 'sharer',
    title: t('sharer'),
    inCard: 'note',
    cell: ({ shareUser }) => <span title={shareUser.userName}>{personName(shareUser)}</span>,
  },
  { id: 'type', title: t('type'), priority: 3, inCard: 'none', cell: (share) => typeOf(share, t) },
  {
    id: 'time',
    title: t('received'),
    inCard: 'note',
    priority: 2,
    cell: ({ createTime }) => (
      <span className="soft">
        <RelativeTime time={createTime} />
      </span>
    ),
  },
  {
    id: 'validity',
    title: t('validity'),
    inCard: 'note',
    priority: 2,
    cell: ({ expirationTime }) => (
      <span className="soft">
        <ValidityText until={expirationTime} />
      </span>
    ),
  },
  {
    id: 'state',
    title: t('state'),
    inCard: 'tag',
    cell: (share) => <ReceivedState share={share} />,
  },
  {
    id: 'actions',
    title: <span className="visually-hidden">{t('actions')}</span>,
    align: 'end',
    isActions: true,
    cell: (share) => <Actions share={share} t={t} actions={actions} />,
  },
];
