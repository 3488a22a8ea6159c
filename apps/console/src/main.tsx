import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { askForFirstPage } from './app/first-page/ask-for-first-page.js';
import { catalogues } from './app/i18n/catalogues.js';
import { Providers } from './app/providers.js';
import { AppRouter, firstPage } from './app/router.js';
import { initI18n } from './shared/i18n/i18n.js';
import { markKeyboard } from './shared/lib/dom/mark-keyboard.js';
import './shared/theme/base.css';

/** So long the page's own shape waits for the first answers, which would only be followed by another shape. Milliseconds. */
const patienceMs = 1_000;
const patience = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, patienceMs));

/**
 * Shows the first page when its words and its code are there. A function and no `await` of the module itself: the pages'
 * code imports what stands beside it here, and would wait for a module that waits for them.
 */
async function start(): Promise<void> {
  markKeyboard();
  const asked = askForFirstPage();
  await Promise.all([initI18n(catalogues), firstPage]);
  await Promise.race([asked, patience()]);
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
