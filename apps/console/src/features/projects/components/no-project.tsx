import { DisconnectOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { isGone } from '../../../shared/file-browser/api/use-folder-presence.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { ErrorState } from '../../../shared/ui/feedback/error-state.js';
import { LinkButton } from '../../../shared/ui/feedback/link-button.js';
import { isRefusal, projectListOf } from '../project-facts.js';
import styles from './projects.module.css';

interface NoProjectProps {
  /** Why it cannot be shown; absent: the address names none. */
  error?: unknown;
  onRetry?: () => void;
}

function Refused({ error }: { error: unknown }): ReactNode {
  const { t } = useTranslation('projects');
  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={<DisconnectOutlined />}
        // Deleted, left, or never joined: nobody is told which.
        title={t(isGone(error) ? 'goneTitle' : 'noProject')}
        hint={error === undefined ? t('noAddress') : messageOf(error)}
        action={
          <LinkButton type="primary" to={projectListOf('joined').path}>
            {t('toProjects')}
          </LinkButton>
        }
      />
    </div>
  );
}

/** In place of a page of a project that is not there, not the viewer's, or not his any more; a failure can be tried again. */
export function NoProject({ error, onRetry }: NoProjectProps): ReactNode {
  return (
    <div className={`card ${styles['filled']}`}>
      {error === undefined || isRefusal(error) ? (
        <Refused error={error} />
      ) : (
        <ErrorState error={error} {...(onRetry && { onRetry })} />
      )}
    </div>
  );
}
