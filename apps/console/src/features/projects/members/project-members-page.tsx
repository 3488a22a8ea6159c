import { TeamOutlined, UserAddOutlined } from '@ant-design/icons';
import { endpoints, type ProjectRow, type ProjectUser } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Tabs } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { DataTableSkeleton } from '../../../shared/ui/table/data-table/data-table-skeleton.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import {
  projectCandidates,
  projectDetail,
  projectMembers,
  queriesOfPeople,
} from '../api/project-queries.js';
import { NoProject } from '../components/no-project.js';
import styles from '../components/projects.module.css';
import { isManagerOf, leavesDownloadsToOwner } from '../project-facts.js';
import { useMemberActions, type PeopleProps } from './use-member-actions.js';
import { FindUser } from '../../../shared/users/find-user.js';
import { personName } from '../../../shared/users/person-name.js';

const names = ['id', 'tab', 'search'] as const;

const Role = ({ user, project }: { user: ProjectUser; project: ProjectRow }): ReactNode => {
  const { t } = useTranslation('projects');
  const isBoth = user.role === 'owner' && project.admin.id === user.id;
  return (
    <StatusTag state={user.role === 'member' ? 'quiet' : 'ok'}>
      {isBoth ? t('role_ownerAndAdmin') : t(`role_${user.role}`)}
    </StatusTag>
  );
};

/** The people of a tab, by a part of the name. */
function usePeople(people: typeof projectMembers | typeof projectCandidates, projectId: string) {
  const { t } = useTranslation('projects');
  const view = useListView(names);
  const { search } = view.filter;
  const query = useQuery({
    ...people({ projectId, username: search, pageNo: view.pageNum, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  return {
    query,
    page: view,
    pageOf: ({ data, total }: NonNullable<typeof query.data>) => ({ rows: data, total }),
    rowId: ({ id }: ProjectUser) => id,
    rowName: personName,
    noMatch: search
      ? { title: t('noUserMatch'), onClear: () => view.narrow({ search: '' }) }
      : null,
  };
}

function Joined({ project, userId }: PeopleProps): ReactNode {
  const { t } = useTranslation(['projects', 'common']);
  const people = usePeople(projectMembers, project.id);
  const actionsOf = useMemberActions({ project, userId });
  const nameOf = (user: ProjectUser): string =>
    user.id === userId ? t('you', { name: personName(user) }) : personName(user);
  const columns: Column<ProjectUser>[] = [
    { id: 'name', title: t('memberName'), isAlways: true, cell: nameOf },
    {
      id: 'login',
      title: t('loginName'),
      priority: 2,
      inCard: 'note',
      cell: ({ userName }) => userName,
    },
    {
      id: 'role',
      title: t('role'),
      inCard: 'tag',
      cell: (user) => <Role user={user} project={project} />,
    },
    {
      id: 'time',
      title: t('joinTime'),
      inCard: 'note',
      priority: 3,
      cell: ({ joinTime }) => joinTime && <RelativeTime time={joinTime} />,
    },
    {
      id: 'actions',
      title: t('common:actions'),
      align: 'end',
      isActions: true,
      cell: actionsOf,
    },
  ];
  return (
    <PagedList
      name="projectMembers"
      label={t('joinedMembers')}
      columns={columns}
      {...people}
      empty={<EmptyState icon={<TeamOutlined />} title={t('noMembers')} />}
    />
  );
}

/** So many are offered while a name is typed. */
const foundAtMost = 20;

function Candidates({ project }: { project: ProjectRow }): ReactNode {
  const { t } = useTranslation(['projects', 'common']);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const people = usePeople(projectCandidates, project.id);
  const { act, isBusy } = useAction(endpoints.projects.addUsers, {
    invalidates: queriesOfPeople,
    done: t('added'),
  });
  const find = (username: string) => ({
    ...projectCandidates({ projectId: project.id, username, pageNo: 0, pageSize: foundAtMost }),
    select: ({ data }: { data: ProjectUser[] }) => data,
  });
  const add = async (): Promise<void> => {
    if (await act({ projectId: project.id, userId: [...selected].join(',') })) {
      setSelected(new Set());
    }
  };
  const columns = useMemo(
    (): Column<ProjectUser>[] => [
      { id: 'name', title: t('memberName'), isAlways: true, cell: personName },
      { id: 'login', title: t('loginName'), cell: ({ userName }) => userName },
    ],
    [t],
  );
  return (
    <>
      {leavesDownloadsToOwner(project) && (
        <Alert type="info" showIcon title={t('ownerAddsDownloaders')} />
      )}
      <div className={styles['add']}>
        <FindUser
          label={t('addByName')}
          find={find}
          onPick={(user) => void act({ projectId: project.id, userId: user.id })}
        />
        <Button
          type="primary"
          icon={<UserAddOutlined />}
          disabled={selected.size === 0}
          loading={isBusy}
          onClick={() => void add()}
        >
          {selected.size === 0 ? t('addMembers') : t('addSelected', { count: selected.size })}
        </Button>
      </div>
      <PagedList
        name="projectCandidates"
        label={t('addMembers')}
        columns={columns}
        {...people}
        isPicker
        selection={selected}
        onSelectionChange={setSelected}
        empty={<EmptyState icon={<TeamOutlined />} title={t('noCandidates')} />}
      />
    </>
  );
}

function Members({ project, userId }: PeopleProps): ReactNode {
  const { t } = useTranslation('projects');
  const view = useListView(names);
  const joined = {
    key: 'joined',
    label: t('joinedMembers'),
    children: <Joined project={project} userId={userId} />,
  };
  const add = {
    key: 'add',
    label: t('addMembers'),
    children: <Candidates project={project} />,
  };
  return (
    <>
      <PageHeader extra={<SearchBox {...view.searchBox('search', t('findUser'))} />}>
        <BackLink to={paths.project(project.id)}>{project.projectName}</BackLink>
      </PageHeader>
      <Tabs
        activeKey={view.filter.tab === 'add' && isManagerOf(project) ? 'add' : 'joined'}
        destroyOnHidden
        items={isManagerOf(project) ? [joined, add] : [joined]}
        onChange={(tab) => view.narrow({ tab: tab === 'add' ? tab : '', search: '' })}
      />
    </>
  );
}

/** Who is in a project, and who could be (spec part 1 §2, /projectMembers). */
export function ProjectMembersPage({ userId }: { userId: string }): ReactNode {
  const { t } = useTranslation('projects');
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const query = useQuery({ ...projectDetail(id), enabled: id !== '' });
  if (id === '') {
    return <NoProject />;
  }
  return (
    <PageState
      query={query}
      gone={(error) => <NoProject isInCard error={error} />}
      skeleton={
        <div className="card">
          <DataTableSkeleton label={t('joinedMembers')} />
        </div>
      }
    >
      {(project) =>
        project.role === 'other' ? (
          <NoProject projectId={id} hint={t('membersOnly')} />
        ) : (
          <Members project={project} userId={userId} />
        )
      }
    </PageState>
  );
}
