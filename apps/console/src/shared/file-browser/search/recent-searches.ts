import { z } from 'zod';

const keysSchema = z.array(z.string());
const maxRecent = 8;

const nameOf = (userId: string): string => `clusterdesk.searches.${userId}`;

/** What a user searched for last in this browser, the latest first. */
export function readRecentSearches(storage: Storage, userId: string): string[] {
  try {
    return keysSchema.parse(JSON.parse(storage.getItem(nameOf(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Remembers a search as the latest one; an empty key is none. */
export function rememberSearch(storage: Storage, userId: string, key: string): void {
  const others = readRecentSearches(storage, userId).filter((other) => other !== key);
  if (key !== '') {
    try {
      storage.setItem(nameOf(userId), JSON.stringify([key, ...others].slice(0, maxRecent)));
    } catch {
      // The storage is full: the search works all the same.
    }
  }
}
