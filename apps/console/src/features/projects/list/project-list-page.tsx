import { PlusOutlined, ProjectOutlined, RestOutlined } from '@ant-design/icons';
import { endpoints, type EndpointResult, type ProjectRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import {
  ListPager,
  useBeyondLastPage,
  type PageOfRows,
} from '../../../shared/ui/table/list-pager.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import { projectList, queriesOfProjects } from '../api/project-queries.js';
import styles from '../components/projects.module.css';
import { CreateProjectDialog } from './create-project-dialog.js';
import { ProjectCard } from './project-card.js';

/** `type` says nothing that the path does not; the specification's address has it, and it stays. */
type ProjectPage = EndpointResult<typeof endpoints.projects.list>;
const names = ['type', 'search', 'deleted'] as const;
const pageOf = ({ data, total }: ProjectPage): PageOfRows<ProjectRow> => ({ rows: data, total });

interface ProjectListPageProps {
  /** `managed`: those that the user owns or administers; `joined`: the others that he is in. */
  of: 'managed' | 'joined';
}

function Restore({ project }: { project: ProjectRow }): ReactNode {
  const { t } = useTranslation('projects');
  const { act, isBusy } = useAction(endpoints.projects.restore, {
    invalidates: queriesOfProjects,
    done: t('restored'),
  });
  return (
    <Button size="small" loading={isBusy} onClick={() => void act({ id: project.id })}>
      {t('restore')}
    </Button>
  );
}

/** The cards' own shape while they are loading. */
function Loading(): ReactNode {
  const { t } = useTranslation('projects');
  return (
    <div role="status" aria-label={t('loadingList')}>
      <ul className={styles['grid']} aria-hidden>
        {[1, 2, 3, 4].map((place) => (
          <li key={place}>
            <div className={styles['card']}>
              <Skeleton active paragraph={{ rows: 4 }} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The projects that somebody manages, or has joined, as cards (spec part 1 §2, Projects). */
export function ProjectListPage({ of }: ProjectListPageProps): ReactNode {
  const { t } = useTranslation(['projects', 'common']);
  const navigate = useNavigate();
  const view = useListView(names);
  const { filter, pageNum, size } = view;
  const isDeleted = of === 'managed' && filter.deleted === '1';
  const [isCreating, setIsCreating] = useState(false);
  const query = useQuery({
    ...projectList({
      me: of === 'managed' ? '1' : '2',
      projectName: filter.search,
      isDeleted,
      pageNum,
      pageSize: size,
    }),
    placeholderData: keepPreviousData,
  });
  const beyond = useBeyondLastPage(query, pageOf, view);
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  );
  const empty = filter.search ? (
    <EmptyState
      title={t('noMatch')}
      hint={t('common:noMatchHint')}
      action={
        <Button onClick={() => view.narrow({ ...filter, search: '' })}>
          {t('common:clearSearch')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={isDeleted ? <RestOutlined /> : <ProjectOutlined />}
      title={t(isDeleted ? 'emptyTitle_deleted' : `emptyTitle_${of}`)}
      hint={t(isDeleted ? 'emptyHint_deleted' : `emptyHint_${of}`)}
      action={of === 'managed' && !isDeleted ? create : undefined}
    />
  );
  return (
    <>
      <PageHeader
        extra={
          <SearchBox
            value={filter.search}
            label={t('find')}
            onSearch={(search) => view.narrow({ ...filter, search })}
          />
        }
      >
        {of === 'managed' && (
          <>
            {create}
            <Segmented<'' | '1'>
              aria-label={t('which')}
              value={isDeleted ? '1' : ''}
              options={[
                { value: '', label: t('living') },
                { value: '1', label: t('deleted') },
              ]}
              onChange={(deleted) => view.narrow({ ...filter, deleted })}
            />
          </>
        )}
      </PageHeader>
      <PageState query={query} skeleton={<Loading />}>
        {({ data }) =>
          beyond ? (
            <Loading />
          ) : data.length === 0 ? (
            empty
          ) : (
            <ul className={styles['grid']} aria-label={t(of === 'managed' ? 'managed' : 'joined')}>
              {data.map((project) => (
                <li key={project.id}>
                  <ProjectCard
                    project={project}
                    actions={isDeleted ? <Restore project={project} /> : undefined}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </PageState>
      <ListPager query={query} pageOf={pageOf} page={view} />
      {isCreating && (
        <CreateProjectDialog
          onDone={({ id }) => void navigate(paths.project(id))}
          onClose={() => setIsCreating(false)}
        />
      )}
    </>
  );
}

/** /managementProject */
export const ManagedProjectsPage = (): ReactNode => <ProjectListPage of="managed" />;

/** /joinProject */
export const JoinedProjectsPage = (): ReactNode => <ProjectListPage of="joined" />;
