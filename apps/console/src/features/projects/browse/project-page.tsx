import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { isRefusal } from '../../../shared/api/api-error.js';
import { paths } from '../../../shared/paths.js';
import { DataTableSkeleton } from '../../../shared/ui/table/data-table/data-table-skeleton.js';
import { projectDetail } from '../api/project-queries.js';
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
  const id = useSearchParams()[0].get('id') ?? '';
  const { data: project, error, refetch } = useQuery({ ...projectDetail(id), enabled: id !== '' });
  if (id === '') {
    return <NoProject />;
  }
  if (error && (!project || isRefusal(error))) {
    return <NoProject error={error} onRetry={() => void refetch()} />;
  }
  if (!project) {
    return (
      <div className={`card ${styles['filled']}`}>
        <DataTableSkeleton label={t('files')} />
      </div>
    );
  }
  const own = pageOf((isManagerOf(project) ? paths.project : paths.joinedProject)(id));
  if (own !== pathname) {
    return <Navigate replace to={own + search} state={state} />;
  }
  return <ProjectBrowser key={id} {...options} project={project} />;
}
