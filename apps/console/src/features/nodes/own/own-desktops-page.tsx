import { DesktopOutlined } from '@ant-design/icons';
import { endpoints, type OwnDesktop } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import styles from '../components/nodes.module.css';
import { nothing } from '../components/nothing.js';
import { noteOf, obstacleOf, useOpenDesktop } from './own-desktop.js';

const names = [] as const;

function State({ desktop: { online } }: { desktop: OwnDesktop }): ReactNode {
  const { t } = useTranslation('nodes');
  return (
    <StatusTag state={online ? 'ok' : 'bad'}>
      {online ? t('look_online') : t('look_offline')}
    </StatusTag>
  );
}

/** Opens a desktop, or says why that cannot be done now, or what to be ready for. */
function Opening({ desktop }: { desktop: OwnDesktop }): ReactNode {
  const { t } = useTranslation('nodes');
  const open = useOpenDesktop();
  const note = noteOf(desktop, t);
  return (
    <span className={styles['opening']}>
      {note && <span className="soft small">{note}</span>}
      {obstacleOf(desktop) === null && (
        <RowActions>
          <Button
            type="link"
            size="small"
            aria-label={t('openDesktop', { name: desktop.desktopName })}
            onClick={() => open(desktop)}
          >
            {t('open')}
          </Button>
        </RowActions>
      )}
    </span>
  );
}

/** The desktops assigned to the user, with a way to each; live, by the events to the user's windows. */
export function OwnDesktopsPage(): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const view = useListView(names);
  const desktops = useQuery(queryOptionsOf(endpoints.desktops.mine, {}));
  const columns = useMemo(
    (): Column<OwnDesktop>[] => [
      {
        id: 'name',
        title: t('name_desktop'),
        isAlways: true,
        cell: ({ desktopName }) => <span title={desktopName}>{desktopName}</span>,
      },
      {
        id: 'state',
        title: t('state'),
        inCard: 'tag',
        isWhole: true,
        cell: (desktop) => <State desktop={desktop} />,
      },
      {
        id: 'description',
        title: t('description'),
        inCard: 'note',
        priority: 2,
        cell: ({ desktopDescribe }) =>
          desktopDescribe ? <span title={desktopDescribe}>{desktopDescribe}</span> : nothing,
      },
      {
        id: 'actions',
        title: t('common:actions'),
        align: 'end',
        isActions: true,
        cell: (desktop) => <Opening desktop={desktop} />,
      },
    ],
    [t],
  );
  return (
    <PagedList
      name="ownDesktops"
      label={t('ownDesktops')}
      columns={columns}
      query={desktops}
      pageOf={(all) => ({
        rows: all.slice(view.pageNum * view.size, (view.pageNum + 1) * view.size),
        total: all.length,
      })}
      page={view}
      rowId={({ id }) => id}
      rowName={({ desktopName }) => desktopName}
      empty={
        <EmptyState
          icon={<DesktopOutlined />}
          title={t('noOwnDesktops')}
          hint={t('noOwnDesktopsHint')}
        />
      }
    />
  );
}
