import { ProjectOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { ErrorState } from '../../../shared/ui/feedback/error-state.js';
import { LinkButton } from '../../../shared/ui/feedback/link-button.js';
import { isRefusal } from '../project-facts.js';

interface NoProjectProps {
  /** Why it cannot be shown; absent: the address names none. */
  error?: unknown;
  onRetry?: () => void;
}

/** In place of a page of a project that is not there, not the viewer's, or not his any more; a failure can be tried again. */
export function NoProject({ error, onRetry }: NoProjectProps): ReactNode {
  const { t } = useTranslation('projects');
  if (error !== undefined && !isRefusal(error)) {
    return <ErrorState error={error} {...(onRetry && { onRetry })} />;
  }
  return (
    <EmptyState
      isPage
      icon={<ProjectOutlined />}
      title={t('noProject')}
      {...(error !== undefined && { hint: messageOf(error) })}
      action={<LinkButton to={paths.joinedProjects}>{t('toProjects')}</LinkButton>}
    />
  );
}
