import { StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../shared/ui/feedback/empty-state.js';
import { paths } from '../../shared/paths.js';

/** Says plainly that a leftover of the specification is not offered any more (contract: Leftovers). */
export function DiscontinuedPage(): ReactNode {
  const { t } = useTranslation('common');
  return (
    <div className="card">
      <EmptyState
        icon={<StopOutlined />}
        title={t('discontinuedTitle')}
        hint={t('discontinuedHint')}
        action={
          <Link to={paths.workbench}>
            <Button tabIndex={-1}>{t('toWorkbench')}</Button>
          </Link>
        }
      />
    </div>
  );
}
