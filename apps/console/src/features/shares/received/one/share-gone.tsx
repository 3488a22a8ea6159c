import { DisconnectOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../shared/paths.js';
import { EmptyState } from '../../../../shared/ui/state/empty-state.js';
import { LinkButton } from '../../../../shared/ui/action/link-button.js';

/** The share was deleted, has run out or was never the user's: nobody is told which. */
export function ShareGone(): ReactNode {
  const { t } = useTranslation('receivedShares');
  return (
    <div className="card" role="alert">
      <EmptyState
        isPage
        icon={<DisconnectOutlined />}
        title={t('goneTitle')}
        hint={t('goneHint')}
        action={
          <LinkButton type="primary" to={paths.receivedShares}>
            {t('toList')}
          </LinkButton>
        }
      />
    </div>
  );
}
