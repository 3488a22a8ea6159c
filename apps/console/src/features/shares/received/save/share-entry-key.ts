/** Entries of shares by one text: a path alone says nothing outside of its share. */
export const entryKey = (shareId: string, path: string): string => `${shareId}${path}`;

/** What a key of `entryKey` stands for; a share's id has no slash, a path begins with one. */
export function readEntryKey(key: string): { shareId: string; path: string } {
  const slash = key.indexOf('/');
  return { shareId: key.slice(0, slash), path: key.slice(slash) };
}
