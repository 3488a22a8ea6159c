import { DisconnectOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isGone, isRefusal, messageOf } from '../../../shared/api/api-error.js';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { projectListOf } from '../project-facts.js';
import styles from './projects.module.css';

interface NoProjectProps {
  /** True within a card. */
  isInCard?: boolean;
  /** Why it cannot be shown; absent: `hint` says it, or the address names none. */
  error?: unknown;
  onRetry?: () => void;
  /** The project that a page belongs to: who may not see the page, or that of an entry which is gone, goes back there. */
  projectId?: string;
  /** Why such a page is not the viewer's where no call was refused. */
  hint?: string;
}

/** Whether the project itself is not there for the viewer, and not only what a page is about. */
const isProjectGone = (error: unknown): boolean =>
  error instanceof ApiError && error.error === 'PROJECT_NOT_FOUND';

/** In place of a page that is not the viewer's, for a page that says itself why nothing can be shown. */
export function ProjectGone({ error, projectId, hint }: NoProjectProps): ReactNode {
  const { t } = useTranslation('projects');
  const isPageOnly = projectId !== undefined && !isProjectGone(error);
  return (
    <EmptyState
      isPage
      icon={<DisconnectOutlined />}
      // Deleted, left, or never joined: nobody is told which.
      title={t(isPageOnly ? 'noPage' : isGone(error) ? 'goneTitle' : 'noProject')}
      hint={error === undefined ? (hint ?? t('noAddress')) : messageOf(error)}
      action={
        isPageOnly ? (
          <LinkButton type="primary" to={paths.joinedProject(projectId)}>
            {t('toProject')}
          </LinkButton>
        ) : (
          <LinkButton type="primary" to={projectListOf('joined').path}>
            {t('toProjects')}
          </LinkButton>
        )
      }
    />
  );
}

/** In place of a page of a project that is not there, not the viewer's, or not his any more; a failure can be tried again. */
export function NoProject({ onRetry, isInCard, ...why }: NoProjectProps): ReactNode {
  const { error } = why;
  return (
    <div className={isInCard ? '' : `card ${styles['filled']}`}>
      {error === undefined || isRefusal(error) ? (
        <div role="alert">
          <ProjectGone {...why} />
        </div>
      ) : (
        <ErrorState error={error} {...(onRetry && { onRetry })} />
      )}
    </div>
  );
}
