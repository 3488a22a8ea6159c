import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../shared/ui/feedback/empty-state.js';
import { paths } from '../../shared/paths.js';

/** Says that the account may not open the page, and leads on. */
export function NoPermissionPage(): ReactNode {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <main style={{ height: '100%', display: 'grid', placeItems: 'center' }}>
      <EmptyState
        icon={<LockOutlined />}
        title={t('shell:noPermission')}
        hint={t('shell:noPermissionHint')}
        action={
          <Link to={paths.workbench}>
            <Button type="primary" tabIndex={-1}>
              {t('common:toWorkbench')}
            </Button>
          </Link>
        }
      />
    </main>
  );
}
