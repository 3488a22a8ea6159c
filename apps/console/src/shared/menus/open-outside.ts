import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { call } from '../api/call.js';
import { translate } from '../i18n/i18n.js';

/** Leads the window away as a link without a referrer does; an empty window keeps no line in its history for itself. */
function lead(opened: Window, url: string): void {
  const link = opened.document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  opened.document.body.append(link);
  link.click();
}

/**
 * Opens a menu of type 2 or 3 in a new window, signed in by a single-use code. The address comes by a call with the token in
 * its header, so that no URL ever holds the token (the documented redirect, for which it must, stays for others).
 * @throws Error with a sentence for people
 */
export async function openOutside(menu: Pick<MenuNode, 'menuUrl'>): Promise<void> {
  // Opened within the click itself: later, browsers take it for a pop-up.
  const opened = window.open('about:blank', '_blank');
  if (!opened) {
    throw new Error(translate('shell:openFailed'));
  }
  try {
    const { url } = await call(endpoints.sessions.jumpTarget, { url: menu.menuUrl });
    opened.opener = null;
    lead(opened, new URL(url, window.location.origin).href);
  } catch (error) {
    opened.close();
    throw error;
  }
}
