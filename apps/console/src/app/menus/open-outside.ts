import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { commonHeaders } from '../../shared/api/call.js';
import { readToken } from '../../shared/api/session.js';
import { translate } from '../../shared/i18n/i18n.js';

const jumpPath = `/api${endpoints.sessions.jump.path}`;

/** The URL that redirects to `url`, without and with the documented token parameter. */
const jumpUrl = (url: string, token?: string): string =>
  `${jumpPath}?${new URLSearchParams({ ...(token ? { Authorization: token } : {}), url }).toString()}`;

/** Asks, with the token in the header, whether the redirect is given. @throws Error with the server's sentence when not */
async function askForRedirect(url: string): Promise<void> {
  const answer = await fetch(jumpUrl(url), { headers: commonHeaders(), redirect: 'manual' });
  if (answer.type === 'opaqueredirect') {
    return;
  }
  const body: unknown = await answer.json().catch(() => null);
  const message =
    typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
  throw new Error(
    typeof message === 'string' && message ? message : translate('common:serverAway'),
  );
}

/**
 * Opens a menu of type 2 or 3 in a new window, signed in by a single-use code that the platform's redirect adds.
 *
 * A script may follow a redirect or be kept from it, but never read where it leads; so the window itself has to open the
 * redirect, and the documented parameter is the only way to tell who asks. That URL does not last: the question with the
 * header comes first, so that only a redirect and no refusal is opened, and a redirected URL replaced in an empty window
 * leaves no line in its history and is no referrer.
 * @throws Error with a sentence for people
 */
export async function openOutside(menu: Pick<MenuNode, 'menuUrl'>): Promise<void> {
  // Opened within the click itself: later, browsers take it for a pop-up.
  const opened = window.open('about:blank', '_blank');
  if (!opened) {
    throw new Error(translate('menus:openFailed'));
  }
  try {
    await askForRedirect(menu.menuUrl);
    opened.opener = null;
    opened.location.replace(jumpUrl(menu.menuUrl, readToken() ?? ''));
  } catch (error) {
    opened.close();
    throw error;
  }
}
