import { DesktopOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';

interface NodePageStateProps {
  list: { path: string; label: string };
  /** Null while it is read; `gone`: the address names no node. */
  error: unknown;
  isGone?: boolean;
  onRetry: () => void;
}

/** In the place of a page about one node: that it is read, why it cannot be, or that it is gone. */
export function NodePageState(props: NodePageStateProps): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const { list, error } = props;
  const isGone = props.isGone || (error instanceof ApiError && error.code === 404);
  return (
    <>
      <PageHeader>
        <BackLink to={list.path}>{list.label}</BackLink>
      </PageHeader>
      <div className="card" style={{ padding: 24 }}>
        {isGone ? (
          <EmptyState
            icon={<DesktopOutlined />}
            title={t('nodeGone')}
            hint={t('nodeGoneHint')}
            action={<LinkButton to={list.path}>{t('toList')}</LinkButton>}
          />
        ) : error ? (
          <ErrorState error={error} onRetry={props.onRetry} />
        ) : (
          <div role="status" aria-label={t('common:loading')}>
            <Skeleton active paragraph={{ rows: 5 }} />
          </div>
        )}
      </div>
    </>
  );
}
