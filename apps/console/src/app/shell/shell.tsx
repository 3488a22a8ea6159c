import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { useOnDemand } from '../../shared/lib/code/use-on-demand.js';
import { useTitlePart } from '../../shared/lib/dom/document-title.js';
import { PageHeadingProvider } from '../../shared/ui/layout/page-heading.js';
import { withWords } from '../i18n/later-words.js';
import { ConnectionBar } from './notices/connection-bar.js';
import { Dock } from './bars/dock.js';
import { PageAnnouncement } from './page-announcement.js';
import notices from './notices/notices.module.css';
import styles from './shell.module.css';
import { TopBar } from './bars/top-bar.js';
import { UpdateBar } from './notices/update-bar.js';
import { usePageName } from './use-page-name.js';
import { useShellKeys } from './use-shell-keys.js';

/** The frame around every page: top bar, content, footer navigation. */
export function Shell(): ReactNode {
  const { t } = useTranslation('shell');
  const pageName = usePageName();
  useTitlePart('menu', pageName);
  const help = useOnDemand(() => import('./shortcuts-dialog.js'));
  const palette = useOnDemand(() => withWords(['palette'], import('../palette/palette.js')));
  const onHelp = (): void => void help.open();
  const onPalette = (): void => void palette.open();
  useShellKeys({ onHelp, onPalette });
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        {t('skipToContent')}
      </a>
      <TopBar onHelp={onHelp} onPalette={onPalette} />
      <div className={notices['notices']}>
        <div className={notices['stack']}>
          <ConnectionBar />
        </div>
      </div>
      <main id="content" className={styles['main']} tabIndex={-1}>
        <PageHeadingProvider name={pageName}>
          <Outlet />
        </PageHeadingProvider>
      </main>
      <div className={notices['lower']}>
        <UpdateBar />
      </div>
      <PageAnnouncement name={pageName} />
      <Dock />
      {help.code && help.isOpen && <help.code.ShortcutsDialog onClose={help.close} />}
      {palette.code && palette.isOpen && (
        <palette.code.Palette onHelp={onHelp} onClose={palette.close} />
      )}
    </div>
  );
}
