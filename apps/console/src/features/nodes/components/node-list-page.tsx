import { PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { useSortedPages } from '../../../shared/ui/table/sorting/use-sorted-pages.js';
import type { AnyNode, NodeKind } from '../node-kind.js';
import { AgentDialog } from './agent-dialog.js';
import { NodeState, stateRank } from './node-state.js';
import { nothing } from './nothing.js';

const names = ['search', 'sort', 'order'] as const;

interface NodeListPageProps<Named, Node extends Named & AnyNode> {
  kind: NodeKind<Named, Node>;
  icon: ReactNode;
  /** Those between state and description. */
  columns: readonly Column<Node>[];
  /** What deleting a node ends. */
  deleteHint: (node: Node) => string;
  /** What can be done to a node of this kind alone. */
  actionsOf?: (node: Node) => ReactNode;
}

/** The nodes of a kind: how they are doing, and what can be done to each. */
export function NodeListPage<Named, Node extends Named & AnyNode>(
  props: NodeListPageProps<Named, Node>,
): ReactNode {
  const { kind } = props;
  const { t } = useTranslation(['nodes', 'common']);
  const navigate = useNavigate();
  const confirm = useConfirm();
  const view = useListView(names);
  useWatch({ topic: 'nodes', kind: kind.id });
  const nodes = useQuery<Node[]>({
    ...kind.list(view.filter.search),
    placeholderData: keepPreviousData,
  });
  const [agentId, setAgentId] = useState<string | null>(null);
  const agentNode = nodes.data?.find(({ id }) => id === agentId);
  const { act } = useAction(kind.calls.remove, { invalidates: kind.shownBy, done: t('deleted') });
  const remove = async (node: Node): Promise<void> => {
    const isSure = await confirm({
      title: t(`delete_${kind.id}`, { name: kind.nameOf(node) }),
      hint: props.deleteHint(node),
      okText: t('delete'),
      isDangerous: true,
    });
    if (isSure) {
      await act({ id: node.id });
    }
  };
  const actionsOf = (node: Node): ReactNode => {
    const name = kind.nameOf(node);
    return (
      <RowActions>
        {props.actionsOf?.(node)}
        <LinkButton
          type="link"
          size="small"
          to={kind.paths.edit(node.id)}
          aria-label={t('editNamed', { name })}
        >
          {t('edit')}
        </LinkButton>
        <Button
          type="link"
          size="small"
          aria-label={t('agentOf', { name })}
          onClick={() => setAgentId(node.id)}
        >
          {t('agent')}
        </Button>
        <Button
          type="link"
          size="small"
          danger
          aria-label={t('deleteNamed', { name })}
          onClick={() => void remove(node)}
        >
          {t('delete')}
        </Button>
      </RowActions>
    );
  };
  const columns: Column<Node>[] = [
    {
      id: 'name',
      title: t(`name_${kind.id}`),
      isAlways: true,
      sortBy: kind.nameOf,
      cell: (node) => <span title={kind.nameOf(node)}>{kind.nameOf(node)}</span>,
    },
    {
      id: 'state',
      title: t('state'),
      isWhole: true,
      inCard: 'tag',
      sortBy: stateRank,
      cell: (node) => <NodeState node={node} />,
    },
    ...props.columns,
    {
      id: 'description',
      title: t('description'),
      priority: 3,
      cell: (node) => {
        const text = kind.descriptionOf(node);
        return text ? <span title={text}>{text}</span> : nothing;
      },
    },
    { id: 'actions', title: t('common:actions'), align: 'end', isActions: true, cell: actionsOf },
  ];
  const add = (
    <LinkButton type="primary" icon={<PlusOutlined />} to={kind.paths.add}>
      {t(`add_${kind.id}`)}
    </LinkButton>
  );
  return (
    <ListPage
      name={kind.table}
      label={t(`list_${kind.id}`)}
      actions={add}
      search={view.searchBox('search', t('searchNodes'))}
      columns={columns}
      query={nodes}
      {...useSortedPages(kind.table, columns, view)}
      page={view}
      rowId={({ id }) => id}
      rowName={kind.nameOf}
      onOpen={({ id }) => void navigate(kind.paths.edit(id))}
      noMatch={t('noMatch')}
      empty={{
        icon: props.icon,
        title: t(`none_${kind.id}`),
        hint: t(`noneHint_${kind.id}`),
        action: add,
      }}
    >
      {agentNode && (
        <AgentDialog
          node={agentNode}
          name={kind.nameOf(agentNode)}
          {...kind.calls}
          invalidates={kind.shownBy}
          onClose={() => setAgentId(null)}
        />
      )}
    </ListPage>
  );
}
