import { useState } from 'react';
import { z } from 'zod';
import { readUserId } from '../../shared/api/session.js';

/** What narrows the log, under the name that a user gave it. */
const filtersSchema = z.array(
  z.object({ name: z.string(), filter: z.record(z.string(), z.string()) }),
);
export type SavedFilter = z.infer<typeof filtersSchema>[number];

const storageKey = (): string => `clusterdesk.filters.${readUserId()}.log`;

/** What was kept; nothing where it makes no sense. */
function readFilters(): SavedFilter[] {
  try {
    return filtersSchema.parse(JSON.parse(localStorage.getItem(storageKey()) ?? '[]'));
  } catch {
    return [];
  }
}

/** The filters that the signed-in user saved, by name, remembered in this browser; one of the same name is replaced. */
export function useSavedFilters(): {
  saved: readonly SavedFilter[];
  save: (filter: SavedFilter) => void;
  remove: (name: string) => void;
} {
  const [saved, setSaved] = useState(readFilters);
  const change = (name: string, added: readonly SavedFilter[]): void => {
    // As it is kept now: another window may have saved one meanwhile.
    const others = readFilters().filter((other) => other.name !== name);
    const next = [...others, ...added].sort((one, other) => one.name.localeCompare(other.name));
    setSaved(next);
    try {
      localStorage.setItem(storageKey(), JSON.stringify(next));
    } catch {
      // The storage is full or barred: the choice holds until the page is left.
    }
  };
  return {
    saved,
    save: (filter) => change(filter.name, [filter]),
    remove: (name) => change(name, []),
  };
}
