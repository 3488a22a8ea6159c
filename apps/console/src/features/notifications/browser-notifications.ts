import { useSyncExternalStore } from 'react';
import { readUserId } from '../../shared/api/session.js';

/** Whether the browser shows notifications: on, off, refused by the user in the browser's own settings, or not at all. */
export type BrowserNoticeState = 'on' | 'off' | 'denied' | 'unavailable';

const storageKey = (): string => `browserNotices:${readUserId()}`;
const listeners = new Set<() => void>();

/** Browsers offer them to pages that came by https only. */
function readState(): BrowserNoticeState {
  if (!window.isSecureContext || !('Notification' in window)) {
    return 'unavailable';
  }
  if (Notification.permission === 'denied') {
    return 'denied';
  }
  const isWanted = localStorage.getItem(storageKey()) === 'true';
  return isWanted && Notification.permission === 'granted' ? 'on' : 'off';
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether this browser shows the user's notifications outside of the page. */
export const useBrowserNotices = (): BrowserNoticeState =>
  useSyncExternalStore(subscribe, readState);

/** Turns them on, for which the browser asks its user, or off; remembered in this browser. */
export async function wantBrowserNotices(isWanted: boolean): Promise<void> {
  if (isWanted && Notification.permission === 'default') {
    await Notification.requestPermission();
  }
  localStorage.setItem(storageKey(), String(isWanted));
  listeners.forEach((listener) => listener());
}

/** Whether what comes now is to be shown by the browser: it is wanted, and nobody looks at this window. */
export const isBrowserToTell = (): boolean =>
  document.visibilityState === 'hidden' && readState() === 'on';
