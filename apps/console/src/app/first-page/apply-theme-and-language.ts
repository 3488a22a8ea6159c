import { firstPaths } from '../../shared/paths.js';
import { storedSetting, themeOf } from '../../shared/theme/theme-setting.js';
import type { ThemeName } from '../../shared/theme/tokens.js';

/** Who comes, as far as this browser remembers, and to which page. */
export interface Visit {
  language: 'cn' | 'en';
  token: string | null;
  /** The page that will be shown: the login page to whoever is not signed in. */
  path: string;
}

function readStorage(): Omit<Visit, 'path'> & { theme: ThemeName } {
  try {
    return {
      theme: themeOf(storedSetting()),
      language: localStorage.getItem('language') === 'en' ? 'en' : 'cn',
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
  const path = token === null || pathname === firstPaths.home ? firstPaths.login : pathname;
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.lang = language === 'en' ? 'en' : 'zh-CN';
  root.dataset['page'] =
    path === firstPaths.login ? 'login' : path === firstPaths.workbench ? 'workbench' : 'shell';
  return { language, token, path };
}
