import { DesktopOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { NodeListPage } from '../components/node-list-page.js';
import { desktopKind } from '../node-kind.js';
import { desktopColumns } from './desktop-columns.js';

/** Desktop nodes with their addresses, people and agents (spec part 2 §2, /desktopDot). */
export function DesktopListPage(): ReactNode {
  const { t } = useTranslation('nodes');
  return (
    <NodeListPage
      kind={desktopKind}
      icon={<DesktopOutlined />}
      columns={desktopColumns(t)}
      deleteHint={({ userCount }) => t('deleteDesktopHint', { count: userCount })}
      actionsOf={({ id, desktopName }) => (
        <LinkButton
          type="link"
          size="small"
          to={paths.desktopUsers(id, desktopName)}
          aria-label={t('assignNamed', { name: desktopName })}
        >
          {t('assign')}
        </LinkButton>
      )}
    />
  );
}
