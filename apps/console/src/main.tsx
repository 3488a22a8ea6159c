import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { askForFirstPage } from './app/first-calls.js';
import { catalogues } from './app/i18n/catalogues.js';
import { Providers } from './app/providers.js';
import { AppRouter, firstPage } from './app/router.js';
import { initI18n } from './shared/i18n/i18n.js';
import './shared/theme/base.css';

/**
 * Shows the first page when its words and its code are there. A function and no `await` of the module itself: the pages'
 * code imports what stands beside it here, and would wait for a module that waits for them.
 */
async function start(): Promise<void> {
  askForFirstPage();
  await Promise.all([initI18n(catalogues), firstPage]);
  const root = document.getElementById('root');
  if (!root) {
    throw new Error('index.html has no #root');
  }
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <AppRouter />
      </Providers>
    </StrictMode>,
  );
}

void start();
