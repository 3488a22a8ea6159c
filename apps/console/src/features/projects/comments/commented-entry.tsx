import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { paths } from '../../../shared/paths.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { DataTableSkeleton } from '../../../shared/ui/table/data-table/data-table-skeleton.js';
import { NoProject } from '../components/no-project.js';
import styles from '../components/projects.module.css';
import { leadToComments } from './led-to.js';

/** Leads to an entry with its details, and there to its comments. */
function ToComments({ projectId, path }: { projectId: string; path: string }): ReactNode {
  const navigate = useNavigate();
  useEffect(() => {
    leadToComments(projectId, path);
    void navigate(paths.projectEntry(projectId, path), { replace: true });
  }, [navigate, projectId, path]);
  return null;
}

/** Where a notice of a comment leads: to where the entry is now, or to a sentence where it is gone or not the viewer's to see. */
export function CommentedEntry(asked: { projectId: string; entryId: string }): ReactNode {
  const { t } = useTranslation('projects');
  const { projectId } = asked;
  const query = useQuery({
    ...queryOptionsOf(endpoints.projectFiles.commentedEntry, asked),
    // It may have moved since it was last asked.
    gcTime: 0,
  });
  return (
    <PageState
      query={query}
      gone={(error) => <NoProject isInCard error={error} projectId={projectId} />}
      skeleton={
        <div className={`card ${styles['filled']}`}>
          <DataTableSkeleton label={t('files')} />
        </div>
      }
    >
      {({ path }) => <ToComments projectId={projectId} path={path} />}
    </PageState>
  );
}
