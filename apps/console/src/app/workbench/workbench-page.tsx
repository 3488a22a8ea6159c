import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.js';
import { PageHeading } from '../../shared/ui/layout/page-heading.js';
import { useIsAllowed } from '../menus/menus-context.js';
import { OpenJobs } from './cards/open-jobs.js';
import { OwnDesktops } from './cards/own-desktops.js';
import { RecentFiles } from './cards/recent-files.js';
import { ProxyNotice } from './setup/proxy-notice.js';
import { SetupChecklist } from './setup/setup-checklist.js';
import { StorageCard } from './cards/storage-card.js';
import { TilePages } from './tile-pages.js';
import { useWorkbenchFigures } from './use-workbench-figures.js';
import { useLeave } from './use-leave.js';
import styles from './workbench-page.module.css';
import { FailureNote } from '../../shared/ui/state/failure-note.js';

/** The workbench: every menu as a tile with what its page would say first, and where the user left off. */
export function WorkbenchPage(): ReactNode {
  const { t } = useTranslation(['shell', 'workbench']);
  const isAllowed = useIsAllowed();
  const figures = useWorkbenchFigures();
  const facts = figures.data;
  const leave = useLeave();
  const hasFiles = isAllowed(paths.myFiles);
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
      <FailureNote query={figures} what={t('workbench:figuresNotLoaded')} />
      <ProxyNotice facts={facts} />
      <SetupChecklist facts={facts} />
      <TilePages facts={facts} />
      <div className={styles['cards']}>
        {hasFiles && <RecentFiles />}
        <OwnDesktops />
        {isAllowed(paths.jobs) && <OpenJobs />}
        {hasFiles && facts?.disk && <StorageCard disk={facts.disk} />}
      </div>
    </div>
  );
}
