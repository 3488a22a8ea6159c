import type { Language } from '@clusterdesk/contracts';
import { firstPaths } from '../paths.js';

/** Whether an address is that of a drop box, where people come who have no account and have chosen nothing yet. */
export const isVisitorPage = (pathname: string): boolean =>
  pathname.startsWith(`${firstPaths.dropBox}/`);

/**
 * The language that a page begins with: what was chosen in this browser, else Chinese (spec part 1 §4). Visitors of a drop box, who need not
 * know the platform, are met in the one of the two that their browser prefers. @throws Error where storage is blocked
 */
export function firstLanguage(): Language {
  const chosen = localStorage.getItem('language');
  if (chosen !== null || !isVisitorPage(location.pathname)) {
    return chosen === 'en' ? 'en' : 'cn';
  }
  const known = navigator.languages.find((language) => /^(en|zh)(-|$)/i.test(language));
  return /^en/i.test(known ?? '') ? 'en' : 'cn';
}
