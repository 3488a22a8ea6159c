import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { DataTableSkeleton } from '../../../shared/ui/table/data-table/data-table-skeleton.js';
import { projectDetail } from '../api/project-queries.js';
import { CommentedEntry } from '../comments/commented-entry.js';
import { NoProject } from '../components/no-project.js';
import styles from '../components/projects.module.css';
import { isManagerOf } from '../project-facts.js';
import { ProjectBrowser, type ProjectPageOptions } from './project-browser.js';

/** The path of an address without its parameters. */
const pageOf = (address: string): string => address.split('?')[0] ?? '';

/** The files of the project that `?id=` names (spec part 1 §2); who came by the other entrance is led to his own. */
export function ProjectPage(options: ProjectPageOptions): ReactNode {
  const { t } = useTranslation('projects');
  const { pathname, search, state } = useLocation();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const commented = params.get('comments');
  const query = useQuery({ ...projectDetail(id), enabled: id !== '' });
  if (id === '') {
    return <NoProject />;
  }
  return (
    <PageState
      query={query}
      gone={(error) => <NoProject isInCard error={error} />}
      skeleton={
        <div className={`card ${styles['filled']}`}>
          <DataTableSkeleton label={t('files')} />
        </div>
      }
    >
      {(project) => {
        const own = pageOf((isManagerOf(project) ? paths.project : paths.joinedProject)(id));
        if (own !== pathname) {
          return <Navigate replace to={own + search} state={state} />;
        }
        return commented ? (
          <CommentedEntry key={commented} projectId={id} entryId={commented} />
        ) : (
          <ProjectBrowser key={id} {...options} project={project} />
        );
      }}
    </PageState>
  );
}
