import { UserOutlined } from '@ant-design/icons';
import { endpoints, type DesktopSession } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import styles from '../components/nodes.module.css';
import { nothing } from '../components/nothing.js';
import { useWatchSessions } from '../node-live.js';
import { sessionList, queriesOfDesktops } from '../node-queries.js';
import { displayOf, Idle } from './session-text.js';

const names = ['search'] as const;

/** Closing the session of a row, when one is sure. */
function useClosing() {
  const { t } = useTranslation('nodes');
  const confirm = useConfirm();
  const { act, isBusy } = useAction(endpoints.desktopSessions.close, {
    invalidates: [endpoints.desktopSessions.list, ...queriesOfDesktops],
    done: t('sessionClosed'),
  });
  return (session: DesktopSession): ReactNode => {
    const { sessionId, userName, desktopName } = session;
    const which = { user: userName, desktop: desktopName, display: displayOf(session, t) };
    const close = async (): Promise<void> => {
      const isSure = await confirm({
        title: t('closeTitle', which),
        hint: t('closeHint'),
        okText: t('closeSession'),
        isDangerous: true,
      });
      if (isSure) {
        await act({ sessionId, ...(session.id !== null && { userId: session.id }) });
      }
    };
    return (
      <RowActions>
        <Button
          type="link"
          size="small"
          danger
          disabled={isBusy}
          aria-label={t('closeNamed', which)}
          onClick={() => void close()}
        >
          {t('closeSession')}
        </Button>
      </RowActions>
    );
  };
}

/** As many names as one reads at a glance. */
const namedAway = 3;

/** That desktops are offline, so that nobody knows who is on them. */
function AwayNote({ away }: { away: readonly string[] }): ReactNode {
  const { t } = useTranslation('nodes');
  const names = formatList(away.slice(0, namedAway));
  const count = away.length - namedAway;
  return (
    <p className={`soft small ${styles['awayNote']}`} role="status">
      {count > 0 ? t('desktopsAwayMore', { names, count }) : t('desktopsAway', { names })}
    </p>
  );
}

/** Who is on which desktop now, with a way to end it (spec part 2 §2, /onlineUser). */
export function OnlineUsersPage(): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const view = useListView(names);
  const { search } = view.filter;
  useWatchSessions();
  const sessions = useQuery({
    ...sessionList({ currentPage: view.pageNum + 1, pageSize: view.size, search }),
    placeholderData: keepPreviousData,
  });
  const away = sessions.data?.away ?? [];
  const actionsOf = useClosing();
  const columns = useMemo(
    (): Column<DesktopSession>[] => [
      { id: 'user', title: t('userName'), isAlways: true, cell: ({ userName }) => userName },
      {
        id: 'name',
        title: t('realName'),
        priority: 2,
        inCard: 'note',
        cell: ({ realName }) => realName || nothing,
      },
      { id: 'desktop', title: t('name_desktop'), cell: ({ desktopName }) => desktopName },
      {
        id: 'display',
        title: t('display'),
        priority: 3,
        cell: (session) => displayOf(session, t),
      },
      { id: 'lan', title: t('lanIp'), priority: 2, cell: ({ lanIp }) => lanIp },
      {
        id: 'wan',
        title: t('wanIp'),
        priority: 3,
        inCard: 'none',
        cell: ({ wanIp }) => wanIp || nothing,
      },
      {
        id: 'since',
        title: t('since'),
        priority: 2,
        cell: ({ since }) => <RelativeTime time={since} />,
      },
      { id: 'idle', title: t('lastUsed'), priority: 3, cell: (one) => <Idle session={one} /> },
      { id: 'actions', title: t('common:actions'), align: 'end', isActions: true, cell: actionsOf },
    ],
    [t, actionsOf],
  );
  return (
    <ListPage
      name="desktopSessions"
      label={t('onlineUsers')}
      title={
        sessions.data ? t('sessionCount', { count: sessions.data.totalRow }) : t('onlineUsers')
      }
      search={view.searchBox('search', t('searchSessions'))}
      note={away.length > 0 && <AwayNote away={away} />}
      columns={columns}
      query={sessions}
      pageOf={({ data, totalRow }) => ({ rows: data, total: totalRow })}
      page={view}
      rowId={({ sessionId }) => sessionId}
      rowName={({ userName }) => userName}
      noMatch={t('noSessionMatch')}
      empty={{
        icon: <UserOutlined />,
        title: t(away.length > 0 ? 'noSessionsKnown' : 'noSessions'),
        hint: t('noSessionsHint'),
      }}
    />
  );
}
