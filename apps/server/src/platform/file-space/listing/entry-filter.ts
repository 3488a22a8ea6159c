/**
 * Says of entries, all of one folder, whether they are to be shown: one answer for each path, in their order. Asked once
 * for a folder, so that deciding takes one query for a listing.
 */
export type EntryFilter = (paths: readonly string[]) => Promise<readonly boolean[]>;

/** Those of the items whose paths the filter lets through; all of them without a filter. */
export async function passing<T>(
  items: readonly T[],
  pathOf: (item: T) => string,
  filter: EntryFilter | undefined,
): Promise<readonly T[]> {
  if (!filter || items.length === 0) {
    return items;
  }
  const isShown = await filter(items.map(pathOf));
  return items.filter((_, index) => isShown[index] === true);
}
