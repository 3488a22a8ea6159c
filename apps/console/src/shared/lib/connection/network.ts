import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** False when the browser knows that it has no network; true is no promise that the server can be reached. */
export const isOnline = (): boolean => globalThis.navigator.onLine;

/** `isOnline`, followed. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);
