import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.js';
import { PageHeading } from '../../shared/ui/layout/page-heading.js';
import { useIsAllowed } from '../menus/menus-context.js';
import { MattersCard } from './cards/matters-card.js';
import { RecentFiles } from './cards/recent-files.js';
import { RecentJobs } from './cards/recent-jobs.js';
import { StateCard } from './cards/state-card.js';
import { ProxyNotice } from './setup/proxy-notice.js';
import { SetupChecklist } from './setup/setup-checklist.js';
import { TilePages } from './tile-pages.js';
import { useWorkbenchFigures } from './use-workbench-figures.js';
import { useLeave } from './use-leave.js';
import cards from './cards/cards.module.css';
import styles from './workbench-page.module.css';

/** The workbench: what waits for the user, where the user left off, how things are; then every menu as a tile. */
export function WorkbenchPage(): ReactNode {
  const { t } = useTranslation(['shell', 'workbench']);
  const isAllowed = useIsAllowed();
  const figures = useWorkbenchFigures();
  const facts = figures.data;
  const leave = useLeave();
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <PageHeading>{t('workbench')}</PageHeading>
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('closeWorkbench')}
          title={t('closeWorkbench')}
          onClick={leave}
        />
      </header>
      <div className={cards['cards']}>
        <MattersCard query={figures} />
        {isAllowed(paths.myFiles) && <RecentFiles />}
        {isAllowed(paths.jobs) && <RecentJobs />}
        <StateCard query={figures} />
      </div>
      <ProxyNotice facts={facts} />
      <SetupChecklist facts={facts} />
      <TilePages facts={facts} />
    </div>
  );
}
