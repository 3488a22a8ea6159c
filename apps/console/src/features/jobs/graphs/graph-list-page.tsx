import { PartitionOutlined, PlusOutlined } from '@ant-design/icons';
import type { JobGraphRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { useIsAdministrator } from '../../../shared/users/use-is-administrator.js';
import styles from '../components/jobs.module.css';
import { useWatchJobs } from '../job-live.js';
import { GraphPage } from './graph-page.js';
import { graphList } from './graph-queries.js';
import { GraphStatus } from './graph-status.js';

const names = ['owner', 'search'] as const;

function columnsOf(t: TFunction<['graphs', 'jobs']>, hasOwners: boolean): Column<JobGraphRow>[] {
  const owner: Column<JobGraphRow> = {
    id: 'owner',
    title: t('jobs:loginName'),
    inCard: 'note',
    cell: (graph) => graph.loginName,
  };
  return [
    {
      id: 'graphName',
      title: t('graphName'),
      isAlways: true,
      cell: ({ graphId, graphName }) => (
        <Link to={paths.graph(graphId)} className={styles['jobName']} title={graphName}>
          {graphName}
        </Link>
      ),
    },
    {
      id: 'progress',
      title: t('progress'),
      inCard: 'note',
      cell: ({ counts, stepCount }) =>
        t('stepsDone', { done: counts.COMPLETED ?? 0, total: stepCount }),
    },
    ...(hasOwners ? [owner] : []),
    {
      id: 'createTime',
      title: t('jobs:createTime'),
      inCard: 'note',
      cell: (graph) => <RelativeTime time={graph.createTime} />,
    },
    {
      id: 'status',
      title: t('jobs:status'),
      isWhole: true,
      inCard: 'tag',
      cell: (graph) => <GraphStatus graph={graph} />,
    },
  ];
}

function GraphList(): ReactNode {
  const { t } = useTranslation(['graphs', 'jobs']);
  const navigate = useNavigate();
  const seesAll = useIsAdministrator();
  const { filter, pageNum, size, narrow, setPage } = useListView(names);
  const owner = seesAll && filter.owner === 'all' ? 'all' : 'own';
  const graphName = filter.search;
  const graphs = useQuery({
    ...graphList({ owner, ...(graphName && { graphName }), pageNum, size }),
    placeholderData: keepPreviousData,
  });
  useWatchJobs();
  const columns = useMemo(() => columnsOf(t, owner === 'all'), [t, owner]);
  const add = (
    <LinkButton type="primary" icon={<PlusOutlined />} to={paths.newGraph}>
      {t('newGraph')}
    </LinkButton>
  );
  return (
    <ListPage
      name="graphs"
      label={t('title')}
      actions={
        <>
          <BackLink to={paths.jobs}>{t('jobs:title')}</BackLink>
          {add}
          {seesAll && (
            <Segmented<'own' | 'all'>
              aria-label={t('whose')}
              value={owner}
              options={[
                { value: 'own', label: t('own') },
                { value: 'all', label: t('jobs:allJobs') },
              ]}
              onChange={(next) => narrow({ owner: next === 'all' ? 'all' : '' })}
            />
          )}
        </>
      }
      search={{
        value: graphName,
        label: t('graphName'),
        onSearch: (text) => narrow({ search: text }),
      }}
      columns={columns}
      query={graphs}
      pageOf={({ data, total }) => ({ rows: data, total })}
      page={{ pageNum, size, setPage }}
      rowId={(graph) => graph.graphId}
      rowName={(graph) => graph.graphName}
      onOpen={(graph) => void navigate(paths.graph(graph.graphId))}
      opensOnClick
      noMatch={t('noMatch')}
      empty={{
        icon: <PartitionOutlined />,
        title: t('emptyTitle'),
        hint: t('emptyHint'),
        action: add,
      }}
    />
  );
}

/** The list of graphs, and under `?graphId=` one of them. */
export function GraphListPage(): ReactNode {
  const [search] = useSearchParams();
  const graphId = search.get('graphId');
  return graphId ? <GraphPage key={graphId} graphId={graphId} /> : <GraphList />;
}
