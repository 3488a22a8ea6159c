import type { DesktopNode } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../../shared/ui/feedback/copy-button.js';
import type { Column } from '../../../../shared/ui/table/data-table-types.js';
import { NodeState } from '../components/node-state.js';
import styles from '../components/nodes.module.css';

/** To whom a desktop is assigned: names as far as there is room. */
export function UsersOf({ desktop }: { desktop: DesktopNode }): ReactNode {
  const { t } = useTranslation('nodes');
  const { userInfos, userCount } = desktop;
  if (userCount === 0) {
    return <span className="soft">{t('nobody')}</span>;
  }
  const names = userInfos.map(({ userName, realName }) => realName || userName).join(t('comma'));
  return (
    <span className={styles['names']} title={names}>
      {t('peopleNamed', { count: userCount, names })}
    </span>
  );
}

const onlineNames = ({ onLineUsers }: DesktopNode): string =>
  onLineUsers.map(({ userName }) => userName).join(', ');

/** The columns of the list of desktops. */
export const desktopColumns = (
  t: TFunction<['nodes', 'common']>,
  actionsOf: (desktop: DesktopNode) => ReactNode,
): Column<DesktopNode>[] => [
  {
    id: 'name',
    title: t('desktopName'),
    isAlways: true,
    sortBy: ({ desktopName }) => desktopName,
    cell: ({ desktopName }) => desktopName,
  },
  { id: 'state', title: t('state'), cell: (desktop) => <NodeState node={desktop} /> },
  {
    id: 'online',
    title: t('onlineUsers'),
    align: 'end',
    sortBy: ({ onLineUsers }) => onLineUsers.length,
    cell: (desktop) => <span title={onlineNames(desktop)}>{desktop.onLineUsers.length}</span>,
  },
  { id: 'lan', title: t('lanIp'), priority: 2, cell: ({ lanIp }) => lanIp },
  { id: 'wan', title: t('wanIp'), priority: 3, cell: ({ wanIp }) => wanIp || '--' },
  {
    id: 'port',
    title: t('port'),
    align: 'end',
    priority: 3,
    cell: ({ desktopPort }) => desktopPort,
  },
  {
    id: 'url',
    title: t('url'),
    priority: 2,
    cell: ({ desktopUrl }) =>
      desktopUrl === '--' ? (
        desktopUrl
      ) : (
        <>
          {desktopUrl} <CopyButton text={desktopUrl} label={t('copyUrl')} />
        </>
      ),
  },
  {
    id: 'users',
    title: t('assigned'),
    priority: 3,
    cell: (desktop) => <UsersOf desktop={desktop} />,
  },
  {
    id: 'description',
    title: t('description'),
    isOptional: true,
    cell: ({ desktopDescribe }) => desktopDescribe,
  },
  { id: 'actions', title: t('common:actions'), align: 'end', isActions: true, cell: actionsOf },
];
