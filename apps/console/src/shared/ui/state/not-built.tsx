import { BuildOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.js';
import { EmptyState } from './empty-state.js';
import { LinkButton } from '../action/link-button.js';
import styles from './states.module.css';

/** Stands where a page of the specification will be; `name` is the page's name, where the menus tell it. */
export function NotBuilt({ name }: { name?: string }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <div className={`card ${styles['page']}`}>
      <EmptyState
        icon={<BuildOutlined />}
        title={t('notBuiltTitle')}
        hint={name ? t('notBuiltHint', { name }) : t('notBuiltHintPlain')}
        action={<LinkButton to={paths.workbench}>{t('toWorkbench')}</LinkButton>}
      />
    </div>
  );
}
