import { loginUrl } from '../../shared/api/cb-url.js';
import { readToken } from '../../shared/api/session.js';
import { firstPaths, paths } from '../../shared/paths.js';

/**
 * Leads whoever is not signed in to the login page before the router looks at the URL: he needs nothing of the page he asked
 * for, which comes after the sign-in. The guard of the pages asks again, for all later ways.
 */
export function redirectUnauthenticated(): void {
  const { pathname, search } = window.location;
  const needsNobody =
    pathname === paths.login ||
    pathname === paths.home ||
    // People without an account come to drop boxes.
    pathname.startsWith(`${firstPaths.dropBox}/`);
  if (!readToken() && !needsNobody) {
    window.history.replaceState(null, '', loginUrl(pathname + search));
  }
}
