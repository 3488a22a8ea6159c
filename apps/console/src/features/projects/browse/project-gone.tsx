import { DisconnectOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { LinkButton } from '../../../shared/ui/feedback/link-button.js';
import styles from './browse.module.css';

/** The project was deleted, the user is not in it any more, or never was: nobody is told which. */
export function ProjectGone(): ReactNode {
  const { t } = useTranslation('projectFiles');
  return (
    <div className={`card ${styles['filled']}`} role="alert">
      <EmptyState
        isPage
        icon={<DisconnectOutlined />}
        title={t('goneTitle')}
        hint={t('goneHint')}
        action={
          <LinkButton type="primary" to={paths.joinedProjects}>
            {t('toProjects')}
          </LinkButton>
        }
      />
    </div>
  );
}
