import { QuestionCircleOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Bell } from '../../../features/notifications/components/bell.js';
import { BrandMark } from '../../../shared/ui/layout/brand-mark.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { useIsNarrow } from '../../../shared/lib/dom/use-is-narrow.js';
import { paths } from '../../../shared/paths.js';
import { loadNoticeActions } from '../../notice-actions.js';
import { loadNotificationTexts } from '../../notification-texts.js';
import styles from '../shell.module.css';
import { SubTabs } from './sub-tabs.js';
import { useShellActions, type ShellAction } from '../use-shell-actions.js';
import { UserMenu } from './user-menu.js';

interface TopBarProps {
  onHelp: () => void;
  onPalette: () => void;
}

/** Logo, sub-menu tabs, palette, bell, settings, contact, theme, language, user. On a narrow screen most move into the user menu. */
export function TopBar({ onHelp, onPalette }: TopBarProps): ReactNode {
  const { t } = useTranslation(['shell', 'common']);
  useWatch({ topic: 'branding' });
  const isNarrow = useIsNarrow();
  const actions = useShellActions();
  const palette: ShellAction = {
    key: 'palette',
    label: t('shell:palette'),
    icon: <SearchOutlined />,
    act: onPalette,
  };
  const help: ShellAction = {
    key: 'help',
    label: t('shell:shortcuts'),
    icon: <QuestionCircleOutlined />,
    act: onHelp,
  };
  const button = ({ key, label, name, icon, act, isHere }: ShellAction): ReactNode => (
    <Button
      key={key}
      type="text"
      className="tip"
      data-tip={label}
      icon={icon}
      aria-label={name ?? label}
      aria-current={isHere ? 'page' : undefined}
      onClick={act}
    />
  );

  return (
    <header className={styles['top']}>
      <Link className={styles['logo']} to={paths.workbench} title={t('shell:toWorkbench')}>
        <BrandMark size={28} />
        {t('common:productName')}
        {t('common:productName') !== 'ClusterDesk' && <small>ClusterDesk</small>}
      </Link>
      <SubTabs />
      <div className={styles['icons']}>
        {button(palette)}
        <Bell loadTexts={loadNotificationTexts} loadActions={loadNoticeActions} />
        {!isNarrow && actions.map(button)}
        <UserMenu moreActions={isNarrow ? [...actions, help] : [help]} />
      </div>
    </header>
  );
}
