import { DisconnectOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { isGone, isNotAllowed } from '../../../shared/file-browser/api/use-folder-presence.js';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { ErrorState } from '../../../shared/ui/feedback/error-state.js';
import { LinkButton } from '../../../shared/ui/feedback/link-button.js';
import { isRefusal, projectListOf } from '../project-facts.js';
import styles from './projects.module.css';

interface NoProjectProps {
  /** Why it cannot be shown; absent: the address names none. */
  error?: unknown;
  onRetry?: () => void;
  /** The project of which only its managers have this page: who may not see the page goes back there. */
  projectId?: string;
}

function Refused({ error, projectId }: NoProjectProps): ReactNode {
  const { t } = useTranslation('projects');
  const isPageOnly = projectId !== undefined && isNotAllowed(error);
  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={<DisconnectOutlined />}
        // Deleted, left, or never joined: nobody is told which.
        title={t(isPageOnly ? 'noPage' : isGone(error) ? 'goneTitle' : 'noProject')}
        hint={error === undefined ? t('noAddress') : messageOf(error)}
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
    </div>
  );
}

/** In place of a page of a project that is not there, not the viewer's, or not his any more; a failure can be tried again. */
export function NoProject({ error, onRetry, projectId }: NoProjectProps): ReactNode {
  return (
    <div className={`card ${styles['filled']}`}>
      {error === undefined || isRefusal(error) ? (
        <Refused error={error} {...(projectId !== undefined && { projectId })} />
      ) : (
        <ErrorState error={error} {...(onRetry && { onRetry })} />
      )}
    </div>
  );
}
