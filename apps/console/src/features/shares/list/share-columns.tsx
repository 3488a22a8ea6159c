import { shareTypes, type ShareRow } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { FileIcon } from '../../../shared/file-browser/view/entry/file-icon.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { NameButton } from '../../../shared/ui/table/name-button.js';
import { ShareStateTag } from '../components/share-state.js';
import styles from '../components/shares.module.css';
import { ValidityText } from '../components/validity-text.js';
import { linkOf, receiverNames, shareName } from '../share-link.js';

type Translate = TFunction<['shares', 'common']>;

const isLink = ({ shareType }: ShareRow): boolean => shareType === shareTypes.link;

interface SharedNameProps {
  share: ShareRow;
  t: Translate;
  onOpen: (share: ShareRow) => void;
}

/** What is shared: the first entry by name, how many there are, and what is wrong with them. Opens the details. */
function SharedName({ share, t, onOpen }: SharedNameProps): ReactNode {
  const { fileVos, entries, isDropBox, canDownload } = share;
  const name = shareName(share);
  const missing = fileVos.filter((file) => file.isMissing).length;
  const item = {
    directory: fileVos[0]?.directory ?? false,
    fileType: name.slice(name.lastIndexOf('.') + 1),
  };
  return (
    <span className={styles['entry']}>
      <FileIcon item={item} />
      <NameButton name={name} onOpen={() => onOpen(share)} />
      {entries > 1 && <span className="soft small">{t('andMore', { count: entries - 1 })}</span>}
      {isDropBox && <StatusTag state="running">{t('dropBox')}</StatusTag>}
      {!isDropBox && !canDownload && <StatusTag state="quiet">{t('viewOnly')}</StatusTag>}
      {missing > 0 && missing < entries && (
        <StatusTag state="waiting">{t('someMissing', { count: missing })}</StatusTag>
      )}
    </span>
  );
}

/** How many have it, and who. */
export function receiversText({ own }: ShareRow, t: Translate): string {
  return own && own.userCount > 0
    ? t('userCount', { count: own.userCount, names: receiverNames(own) })
    : t('nobodyYet');
}

/** How often a link gave something, of how often it may; nothing counts for users and drop boxes. */
export function downloadsText(share: ShareRow): string {
  const { own, isDropBox } = share;
  if (!own || !isLink(share) || isDropBox) {
    return '–';
  }
  return own.downloadLimit === null
    ? String(own.downloads)
    : `${own.downloads} / ${own.downloadLimit}`;
}

const PrivateLink = ({ share, t }: { share: ShareRow; t: Translate }): ReactNode => (
  <span className={styles['privateLink']} title={linkOf(share)}>
    {t('codeShort')} <code>{share.verification}</code>
  </span>
);

interface ShareColumnOptions {
  onOpen: (share: ShareRow) => void;
  actionsOf: (share: ShareRow) => ReactNode;
}

/** The columns of My shares (spec part 1 §2), with state, downloads, receivers and the last visit added. */
export function shareColumns(
  t: Translate,
  { onOpen, actionsOf }: ShareColumnOptions,
): Column<ShareRow>[] {
  return [
    {
      id: 'what',
      title: t('what'),
      isAlways: true,
      width: '280px',
      cell: (share) => <SharedName share={share} t={t} onOpen={onOpen} />,
    },
    {
      id: 'type',
      title: t('type'),
      inCard: 'note',
      cell: (share) => t(isLink(share) ? 'byLink' : 'byUsers'),
    },
    {
      id: 'createTime',
      title: t('createTime'),
      inCard: 'note',
      priority: 2,
      cell: ({ createTime }) => (
        <span className="soft">
          <RelativeTime time={createTime} />
        </span>
      ),
    },
    {
      id: 'link',
      title: t('linkAndCode'),
      cell: (share) => (isLink(share) ? <PrivateLink share={share} t={t} /> : '–'),
    },
    {
      id: 'validity',
      title: t('validity'),
      inCard: 'note',
      cell: ({ expirationTime }) => <ValidityText until={expirationTime} />,
    },
    {
      id: 'downloads',
      title: t('downloads'),
      align: 'end',
      priority: 2,
      cell: downloadsText,
    },
    {
      id: 'receivers',
      title: t('receivers'),
      priority: 2,
      cell: (share) => <span title={receiversText(share, t)}>{receiversText(share, t)}</span>,
    },
    {
      id: 'lastVisit',
      title: t('lastVisit'),
      inCard: 'none',
      priority: 3,
      cell: ({ own }) => (
        <span className="soft">
          {own?.lastVisitTime ? <RelativeTime time={own.lastVisitTime} /> : t('neverVisited')}
        </span>
      ),
    },
    {
      id: 'state',
      title: t('state'),
      inCard: 'tag',
      cell: ({ state }) => <ShareStateTag state={state} />,
    },
    {
      id: 'actions',
      title: t('common:actions'),
      align: 'end',
      isActions: true,
      cell: actionsOf,
    },
  ];
}
