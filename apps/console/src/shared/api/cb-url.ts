import { paths } from '../paths.js';
const placeholderOrigin = 'http://own.invalid';

/** `URL.parse` is younger than the oldest browsers that are let in. */
function parse(path: string): URL | null {
  try {
    return new URL(path, placeholderOrigin);
  } catch {
    return null;
  }
}

/**
 * The URL to open after sign-in, if `cbUrl` is a path of this console: starts with one `/`, names no host or scheme,
 * and is not the login page itself. Anything else gives null.
 */
export function safeReturnPath(cbUrl: string | null): string | null {
  if (!cbUrl || !cbUrl.startsWith('/') || /^\/[/\\]/.test(cbUrl)) {
    return null;
  }
  // Browsers drop tabs and line breaks and read `\` as `/`, so the parsed URL decides.
  if ([...cbUrl].some((letter) => letter < ' ' || letter === '\\')) {
    return null;
  }
  const url = parse(cbUrl);
  if (!url || url.origin !== placeholderOrigin || url.pathname.startsWith('//')) {
    return null;
  }
  if (url.pathname === paths.login || url.pathname === paths.home) {
    return null;
  }
  return url.pathname + url.search + url.hash;
}

/**
 * The login page's URL that leads back to `path` (path and query). The page of one's own password, whose success ends the
 * session, is not led back to, but to where it leads on itself.
 */
export function loginUrl(path: string): string {
  const { pathname, searchParams } = new URL(path, placeholderOrigin);
  const next = pathname === paths.ownPassword ? searchParams.get('cbUrl') : path;
  const target = safeReturnPath(next);
  return target === null || parse(target)?.pathname === paths.ownPassword
    ? paths.login
    : `${paths.login}?cbUrl=${encodeURIComponent(target)}`;
}
