import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { catalogues } from './app/i18n/catalogues.js';
import { loadComponentLocale, writeDatesIn } from './app/i18n/component-locale.js';
import { Providers } from './app/providers.js';
import { AppRouter } from './app/router.js';
import { currentLanguage, initI18n } from './shared/i18n/i18n.js';
import './shared/theme/base.css';

const [locale] = await Promise.all([loadComponentLocale(currentLanguage()), initI18n(catalogues)]);
writeDatesIn(currentLanguage());
const root = document.getElementById('root');
if (!root) {
  throw new Error('index.html has no #root');
}
createRoot(root).render(
  <StrictMode>
    <Providers locale={locale}>
      <AppRouter />
    </Providers>
  </StrictMode>,
);
