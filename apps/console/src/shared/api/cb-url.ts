const standIn = 'http://own.invalid';

/**
 * The address to open after sign-in, if `cbUrl` is a path of this console: starts with one `/`, names no host or scheme,
 * and is not the login page itself. Anything else gives null.
 */
export function ownPath(cbUrl: string | null): string | null {
  if (!cbUrl || !cbUrl.startsWith('/') || /^\/[/\\]/.test(cbUrl)) {
    return null;
  }
  // Browsers drop tabs and line breaks and read `\` as `/`, so the parsed address decides.
  if ([...cbUrl].some((letter) => letter < ' ' || letter === '\\')) {
    return null;
  }
  const url = URL.canParse(cbUrl, standIn) ? new URL(cbUrl, standIn) : null;
  if (!url || url.origin !== standIn || url.pathname.startsWith('//')) {
    return null;
  }
  if (url.pathname === '/login' || url.pathname === '/') {
    return null;
  }
  return url.pathname + url.search + url.hash;
}

/** Pages one is not led back to: the login page itself, and the one whose success ends the session. */
const noReturn = ['/', '/login', '/editPassword'];

/** The login page's address that leads back to `path` (path and query). */
export function enterAddress(path: string): string {
  const { pathname } = new URL(path, standIn);
  return noReturn.includes(pathname) ? '/login' : `/login?cbUrl=${encodeURIComponent(path)}`;
}
