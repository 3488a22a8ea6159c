import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { useTitlePart } from '../../shared/lib/dom/document-title.js';
import { HeadedPage } from '../../shared/ui/layout/page-heading.js';
import { ConnectionBar } from './connection-bar.js';
import { Dock } from './dock.js';
import { PageAnnouncement } from './page-announcement.js';
import { Shortcuts } from './shortcuts.js';
import notices from './notices.module.css';
import styles from './shell.module.css';
import { TopBar } from './top-bar.js';
import { UpdateBar } from './update-bar.js';
import { usePageName } from './use-page-name.js';

/** The frame around every page: top bar, content, footer navigation. */
export function Shell(): ReactNode {
  const { t } = useTranslation('shell');
  const pageName = usePageName();
  useTitlePart('menu', pageName);
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        {t('skipToContent')}
      </a>
      <TopBar />
      <div className={notices['notices']}>
        <div className={notices['stack']}>
          <ConnectionBar />
          <UpdateBar />
        </div>
      </div>
      <main id="content" className={styles['main']} tabIndex={-1}>
        <HeadedPage name={pageName}>
          <Outlet />
        </HeadedPage>
      </main>
      <PageAnnouncement name={pageName} />
      <Dock />
      <Shortcuts />
    </div>
  );
}
