import { DesktopOutlined, PlusOutlined } from '@ant-design/icons';
import { endpoints, type DesktopNode } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import { useSortedPages } from '../../../shared/ui/table/sorting/use-sorted-pages.js';
import { AgentDialog } from '../components/agent-dialog.js';
import { NodeState } from '../components/node-state.js';
import styles from '../components/nodes.module.css';
import { useWatchDesktops } from '../node-live.js';
import { desktopList, queriesOfDesktops } from '../node-queries.js';
import { desktopColumns, onlineCount, UrlOf, UsersOf } from './desktop-columns.js';

const names = ['search', 'sort', 'order'] as const;

/** What can be done to one desktop of the list. */
function useRowActions(onAgent: (id: string) => void) {
  const { t } = useTranslation(['nodes', 'common']);
  const confirm = useConfirm();
  const { act } = useAction(endpoints.desktops.remove, {
    invalidates: queriesOfDesktops,
    done: t('deleted'),
  });
  return (desktop: DesktopNode): ReactNode => {
    const name = desktop.desktopName;
    const remove = async (): Promise<void> => {
      const isSure = await confirm({
        title: t('deleteDesktopTitle', { name }),
        hint: t('deleteDesktopHint', { count: desktop.userCount }),
        okText: t('delete'),
        isDangerous: true,
      });
      if (isSure) {
        await act({ id: desktop.id });
      }
    };
    return (
      <RowActions>
        <LinkButton
          type="link"
          size="small"
          to={paths.desktopUsers(desktop.id, name)}
          aria-label={t('assignNamed', { name })}
        >
          {t('assign')}
        </LinkButton>
        <LinkButton
          type="link"
          size="small"
          to={paths.desktop(desktop.id)}
          aria-label={t('editNamed', { name })}
        >
          {t('edit')}
        </LinkButton>
        <Button
          type="link"
          size="small"
          aria-label={t('agentOf', { name })}
          onClick={() => onAgent(desktop.id)}
        >
          {t('agent')}
        </Button>
        <Button
          type="link"
          size="small"
          danger
          aria-label={t('deleteNamed', { name })}
          onClick={() => void remove()}
        >
          {t('delete')}
        </Button>
      </RowActions>
    );
  };
}

/** Desktop nodes with their addresses, people and agents (spec part 2 §2, /desktopDot). */
export function DesktopListPage(): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const navigate = useNavigate();
  const view = useListView(names);
  const { search } = view.filter;
  const narrow = (text: string): void => view.setFilter({ ...view.filter, search: text });
  useWatchDesktops();
  const desktops = useQuery({ ...desktopList(search), placeholderData: keepPreviousData });
  const [agentId, setAgentId] = useState<string | null>(null);
  const agentNode = desktops.data?.find(({ id }) => id === agentId);
  const actionsOf = useRowActions(setAgentId);
  const columns = useMemo(() => desktopColumns(t, actionsOf), [t, actionsOf]);
  const pages = useSortedPages('desktops', columns, view);
  const add = (
    <LinkButton type="primary" icon={<PlusOutlined />} to={paths.newDesktop}>
      {t('addDesktop')}
    </LinkButton>
  );
  const card = (desktop: DesktopNode): ReactNode => (
    <>
      <div className={styles['cardHead']}>
        <span>{desktop.desktopName}</span>
        <NodeState node={desktop} />
      </div>
      <DetailList
        details={[
          { label: t('lanIp'), value: desktop.lanIp },
          { label: t('url'), value: <UrlOf desktop={desktop} /> },
          { label: t('onlineUsers'), value: onlineCount(desktop) },
          { label: t('assigned'), value: <UsersOf desktop={desktop} /> },
          desktop.desktopDescribe && { label: t('description'), value: desktop.desktopDescribe },
        ]}
      />
      {actionsOf(desktop)}
    </>
  );
  return (
    <>
      <PageHeader extra={<SearchBox value={search} label={t('searchNodes')} onSearch={narrow} />}>
        {add}
      </PageHeader>
      <PagedList
        name="desktops"
        label={t('desktops')}
        columns={columns}
        card={card}
        query={desktops}
        {...pages}
        page={view}
        rowId={({ id }) => id}
        rowName={({ desktopName }) => desktopName}
        onOpen={({ id }) => void navigate(paths.desktop(id))}
        noMatch={
          search
            ? {
                title: t('noMatch'),
                hint: t('noMatchHint'),
                onClear: () => narrow(''),
              }
            : null
        }
        empty={
          <EmptyState
            icon={<DesktopOutlined />}
            title={t('noDesktops')}
            hint={t('noDesktopsHint')}
            action={add}
          />
        }
      />
      {agentNode && (
        <AgentDialog
          node={agentNode}
          name={agentNode.desktopName}
          enrol={endpoints.desktops.enrol}
          revoke={endpoints.desktops.revoke}
          invalidates={queriesOfDesktops}
          onClose={() => setAgentId(null)}
        />
      )}
    </>
  );
}
