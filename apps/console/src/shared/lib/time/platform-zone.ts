import { useSyncExternalStore } from 'react';

const storageKey = 'platformTimeZone';

const isZone = (name: string): boolean => {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function remembered(): string {
  const name = globalThis.localStorage?.getItem(storageKey);
  return name && isZone(name) ? name : browserZone();
}

let zone: string | null = null;
const listeners = new Set<() => void>();

/**
 * The one zone of which all times are shown: the platform's, in which the server writes them. Before the server has said it,
 * the one it said last time.
 */
export const platformZone = (): string => (zone ??= remembered());

/** The server says its zone; one that this browser does not know changes nothing. */
export function setPlatformZone(name: string): void {
  if (name !== zone && isZone(name)) {
    zone = name;
    localStorage.setItem(storageKey, name);
    listeners.forEach((listener) => listener());
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `platformZone`, for what is drawn. */
export const usePlatformZone = (): string => useSyncExternalStore(subscribe, platformZone);
