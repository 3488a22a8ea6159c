import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { ConnectionBar } from './connection-bar.js';
import { Dock } from './dock.js';
import { Shortcuts } from './shortcuts.js';
import notices from './notices.module.css';
import styles from './shell.module.css';
import { TopBar } from './top-bar.js';
import { UpdateBar } from './update-bar.js';

/** The frame around every page: top bar, content, footer navigation. */
export function Shell(): ReactNode {
  const { t } = useTranslation('shell');
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
        <Outlet />
      </main>
      <Dock />
      <Shortcuts />
    </div>
  );
}
