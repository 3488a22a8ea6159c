import { LockOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../shared/ui/state/empty-state.js';
import { LinkButton } from '../../shared/ui/action/link-button.js';
import { paths } from '../../shared/paths.js';

/** Says that the account may not open the page, and leads on. */
export function NoPermissionPage(): ReactNode {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <main style={{ height: '100%', display: 'grid', placeItems: 'center' }}>
      <EmptyState
        isPage
        icon={<LockOutlined />}
        title={t('shell:noPermission')}
        hint={t('shell:noPermissionHint')}
        action={
          <LinkButton type="primary" to={paths.workbench}>
            {t('common:toWorkbench')}
          </LinkButton>
        }
      />
    </main>
  );
}
