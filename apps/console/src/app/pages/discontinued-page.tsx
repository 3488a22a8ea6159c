import { StopOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../shared/ui/state/empty-state.js';
import { LinkButton } from '../../shared/ui/action/link-button.js';
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
        action={<LinkButton to={paths.workbench}>{t('toWorkbench')}</LinkButton>}
      />
    </div>
  );
}
