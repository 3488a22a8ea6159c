import { firstPaths } from '../../shared/paths.js';
import { storedSetting, themeOf } from '../../shared/theme/theme-setting.js';
import type { ThemeName } from '../../shared/theme/tokens.js';
import { firstLanguage, isVisitorPage } from './first-language.js';

/** Who comes, as far as this browser remembers, and to which page. */
export interface Visit {
  language: 'cn' | 'en';
  token: string | null;
  /** The page that will be shown: the login page to whoever is not signed in and comes to no drop box. */
  path: string;
}

/** The shapes of pages in `index.html` that are not the shell's. */
const shapes: Readonly<Record<string, string>> = {
  [firstPaths.dropBox]: 'visit',
  [firstPaths.login]: 'login',
  [firstPaths.workbench]: 'workbench',
};

function readStorage(): Omit<Visit, 'path'> & { theme: ThemeName } {
  try {
    return {
      theme: themeOf(storedSetting()),
      language: firstLanguage(),
      token: localStorage.getItem('token'),
    };
  } catch {
    // Storage is blocked: the defaults stay.
    return { theme: 'light', language: 'cn', token: null };
  }
}

/** Gives the document theme, language and shape before its first paint, so that none of them flashes. */
export function applyThemeAndLanguage(): Visit {
  const { theme, language, token } = readStorage();
  const { pathname } = location;
  const isVisit = isVisitorPage(pathname);
  const path = isVisit
    ? firstPaths.dropBox
    : token === null || pathname === firstPaths.home
      ? firstPaths.login
      : pathname;
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.lang = language === 'en' ? 'en' : 'zh-CN';
  root.dataset['page'] = shapes[path] ?? 'shell';
  // Nothing is asked for on a page that needs no session.
  return { language, token: isVisit ? null : token, path };
}
