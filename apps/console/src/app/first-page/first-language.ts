import type { Language } from '@clusterdesk/contracts';
import { firstPaths } from '../../shared/paths.js';

/** Whether an address is that of a drop box, where people come who have no account and have chosen nothing yet. */
export const isVisitorPage = (pathname: string): boolean =>
  pathname.startsWith(`${firstPaths.dropBox}/`);

/**
 * The language that a page begins with: what was chosen in this browser, else Chinese (spec part 1 §4). Visitors of a drop box, who need not
 * know the platform, are met in the one of the two that their browser prefers. @throws Error where storage is blocked
 */
export function firstLanguage(): Language {
  const spelled =
    localStorage.getItem('language') ??
    (isVisitorPage(location.pathname)
      ? navigator.languages.find((language) => /^(en|zh)\b/i.test(language))
      : null);
  return /^en/i.test(spelled ?? '') ? 'en' : 'cn';
}
