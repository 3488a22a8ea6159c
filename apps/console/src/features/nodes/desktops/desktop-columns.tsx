import type { DesktopNode } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { CopyButton } from '../../../shared/ui/action/copy-button.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { displayStateOf } from '../components/node-state.js';
import styles from '../components/nodes.module.css';
import { nothing } from '../components/nothing.js';
import { personName } from '../../../shared/users/person-name.js';

/** How many people are on a desktop; null while nobody knows, because it is not there to be asked. */
const countOf = (desktop: DesktopNode): number | null =>
  displayStateOf(desktop) === 'online' ? desktop.onLineUsers.length : null;

const onlineCount = (desktop: DesktopNode): ReactNode => countOf(desktop) ?? nothing;

/** To how many a desktop is assigned, and to whom. */
function UsersOf({ desktop }: { desktop: DesktopNode }): ReactNode {
  const { t } = useTranslation('nodes');
  const { userInfos, userCount } = desktop;
  if (userCount === 0) {
    return <span className="soft">{t('nobody')}</span>;
  }
  const names = formatList(userInfos.map(personName));
  return <span title={names}>{t('people', { count: userCount })}</span>;
}

/** Where a desktop is opened, with a way to copy it that stays in sight however long the address is. */
function UrlOf({ desktop }: { desktop: DesktopNode }): ReactNode {
  const { t } = useTranslation('nodes');
  const { desktopUrl, https } = desktop;
  return desktopUrl === nothing ? (
    nothing
  ) : (
    <span className={styles['withCopy']}>
      <span title={desktopUrl}>{desktopUrl}</span>
      <CopyButton text={desktopUrl} label={t('copyUrl')} />
      {!https && (
        <span title={t('httpsOff')}>
          <StatusTag state="waiting">{t('noHttps')}</StatusTag>
        </span>
      )}
    </span>
  );
}

const onlineNames = ({ onLineUsers }: DesktopNode): string =>
  formatList(onLineUsers.map(({ userName }) => userName));

/** The columns that only desktops have. */
export const desktopColumns = (t: TFunction<'nodes'>): Column<DesktopNode>[] => [
  {
    id: 'online',
    title: t('onlineUsers'),
    align: 'end',
    sortBy: countOf,
    cell: (desktop) => <span title={onlineNames(desktop)}>{onlineCount(desktop)}</span>,
  },
  {
    id: 'lan',
    title: t('lanIp'),
    priority: 2,
    sortBy: ({ lanIp }) => lanIp,
    cell: ({ lanIp }) => lanIp,
  },
  {
    id: 'wan',
    title: t('wanIp'),
    priority: 4,
    inCard: 'none',
    isLong: true,
    cell: ({ wanIp }) => <span title={wanIp}>{wanIp || nothing}</span>,
  },
  {
    id: 'port',
    title: t('port'),
    align: 'end',
    priority: 4,
    inCard: 'none',
    cell: ({ desktopPort }) => desktopPort,
  },
  {
    id: 'url',
    title: t('url'),
    priority: 2,
    isLong: true,
    cell: (desktop) => <UrlOf desktop={desktop} />,
  },
  {
    id: 'users',
    title: t('assigned'),
    priority: 3,
    sortBy: ({ userCount }) => userCount,
    cell: (desktop) => <UsersOf desktop={desktop} />,
  },
];
