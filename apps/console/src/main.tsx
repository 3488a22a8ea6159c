import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { catalogues } from './app/i18n/catalogues.js';
import { Providers } from './app/providers.js';
import { AppRouter } from './app/router.js';
import { currentLanguage, initI18n } from './shared/i18n/i18n.js';
import './shared/theme/base.css';

const antLocales = {
  cn: () => import('antd/locale/zh_CN'),
  en: () => import('antd/locale/en_US'),
};

const [{ default: locale }] = await Promise.all([
  antLocales[currentLanguage()](),
  initI18n(catalogues),
]);
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
