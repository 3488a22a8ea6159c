import { useEffect, useMemo, useRef, useState } from 'react';
import type { CollectOptions } from '../api/collect.js';
import type { Folder } from '../api/folder.js';
import {
  addItems,
  countSelected,
  everythingSelected,
  isSelected,
  keepPresent,
  nothingSelected,
  selectOnly,
  toggleItem,
  type SelectionState,
} from './selection-state.js';
import { useBulkFetch, type BulkFetchProgress } from './use-bulk-fetch.js';
import type { FileEntry } from '../file-space.js';

/** How a click or key changes the selection. */
export interface SelectMode {
  /** Shift: everything from the anchor to here. */
  extends?: boolean;
  /** Ctrl: this one more or less, the others stay. */
  toggles?: boolean;
}

/** The place the keys act from. `seq` grows when it should be scrolled into view. */
export interface Cursor {
  index: number;
  path: string | null;
  seq: number;
}

export interface Selection {
  cursor: Cursor;
  state: SelectionState;
  count: number;
  /** The selected entry when exactly one is. */
  single: FileEntry | null;
  /** Whether several entries may be selected at once. */
  isMany: boolean;
  select: (index: number, mode?: SelectMode) => void;
  /** Moves only the cursor. */
  moveTo: (index: number) => void;
  all: () => void;
  clear: () => void;
  set: (items: readonly FileEntry[], isAdded?: boolean) => void;
  /** Puts another selection in the place of this one. */
  setState: (state: SelectionState) => void;
  /** Selects entries that came into view, the first one as the cursor's; with `isAdded` beside what is selected. */
  selectArrived: (items: readonly FileEntry[], isAdded: boolean) => void;
  /** Grows with every act that selects. */
  changeCount: () => number;
  /** Selects an entry, wherever in the folder it is, and brings it into view; the other paths are selected where they are here. */
  scrollToAndSelect: (path: string, ...others: string[]) => Promise<void>;
  /** The selected entries, those that are not here yet included; null when the user cancelled it. @throws ApiError */
  resolve: () => Promise<FileEntry[] | null>;
  /** Entries that are being fetched for one of these acts. */
  bulkFetch: BulkFetchProgress | null;
}

/** A live change moves the cursor's entry by this much at most; further off it is not looked for. */
const nearby = 1_000;
/** Entries looked through at once for one that shall be shown. */
const searchStep = 4_000;

/** Selection and cursor of one folder: one tab stop, of any number of entries or of one at a time. */
export function useSelection(folder: Folder, atOnce: 'one' | 'many' = 'many'): Selection {
  const [chosen, setChosen] = useState<SelectionState>(nothingSelected);
  const [cursor, setCursor] = useState<Cursor>({ index: 0, path: null, seq: 0 });
  const anchor = useRef(0);
  /** Grows with every act: what was still being fetched for an earlier one comes too late. */
  const act = useRef(0);
  const latest = useRef({ folder, chosen });
  const { progress: bulkFetch, run: fetchMany, cancel: stopBulkFetch } = useBulkFetch();
  /** The act that a span is fetched for; the next one makes that pointless. */
  const spanning = useRef(0);

  const total = folder.total ?? 0;
  const state = useMemo(
    () => (folder.isWhole ? keepPresent(chosen, folder.itemsHere(0, total - 1)) : chosen),
    [folder, chosen, total],
  );
  useEffect(() => {
    latest.current = { folder, chosen: state };
  });
  useEffect(() => {
    setCursor((before) => {
      const { index, path } = before;
      if (path === null || folder.itemAt(index)?.path === path) {
        return before;
      }
      const from = Math.max(0, index - nearby);
      const found = folder.itemsHere(from, index + nearby).findIndex((item) => item.path === path);
      if (found < 0) {
        return before;
      }
      anchor.current += from + found - index;
      return { ...before, index: from + found };
    });
  }, [folder]);

  const acts = useMemo(() => {
    const place = (index: number, doesScroll = true): void =>
      setCursor(({ seq }) => ({
        index,
        path: latest.current.folder.itemAt(index)?.path ?? null,
        seq: doesScroll ? seq + 1 : seq,
      }));
    const begin = (): number => {
      if (spanning.current > 0) {
        stopBulkFetch();
      }
      return (act.current += 1);
    };
    /** The entries of a span: at once where they are here. */
    const withItems = (from: number, to: number, apply: (items: FileEntry[]) => void): void => {
      const mine = begin();
      const { folder: now } = latest.current;
      const here = now.itemsHere(from, to);
      if (here.length === to - from + 1) {
        apply(here);
        return;
      }
      spanning.current = mine;
      fetchMany((options) => now.collect(from, to, options))
        .then(
          (items) => items && mine === act.current && apply(items),
          () => undefined, // The page shows by itself that its entries cannot be loaded.
        )
        .finally(() => (spanning.current = spanning.current === mine ? 0 : spanning.current));
    };
    const select = (index: number, asked: SelectMode = {}): void => {
      const mode = atOnce === 'many' ? asked : {};
      place(index);
      if (mode.extends) {
        const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
        if (from === 0 && to === (latest.current.folder.total ?? 0) - 1) {
          begin();
          setChosen(everythingSelected);
          return;
        }
        withItems(from, to, (items) =>
          setChosen(mode.toggles ? addItems(latest.current.chosen, items) : selectOnly(items)),
        );
        return;
      }
      anchor.current = index;
      withItems(index, index, ([item]) => {
        if (item) {
          setChosen(mode.toggles ? toggleItem(latest.current.chosen, item) : selectOnly([item]));
        }
      });
    };
    /** Where an entry that is here stands. */
    const placeOf = (path: string): number | null => {
      for (const part of latest.current.folder.partsHere()) {
        const at = part.items.findIndex((item) => item.path === path);
        if (at >= 0) {
          return part.from + at;
        }
      }
      return null;
    };
    /** Where an entry is; null when it is not in the folder. */
    const find = async (
      path: string,
      { signal, onProgress }: CollectOptions,
    ): Promise<number | null> => {
      const { folder: now } = latest.current;
      const here = placeOf(path);
      if (here !== null) {
        return here;
      }
      // Not by the total, nor by what is here: what is looked for may be newer than both.
      for (let from = 0, isOn = true; isOn; from += searchStep) {
        const items = await now.collect(from, from + searchStep - 1, {
          signal,
          onProgress: (done) => onProgress(from + done, now.total ?? 0),
        });
        const found = items.findIndex((item) => item.path === path);
        if (found >= 0) {
          return from + found;
        }
        isOn = items.length > 0;
      }
      return null;
    };
    const scrollToAndSelect = async (path: string, ...others: string[]): Promise<void> => {
      const mine = begin();
      const at = await fetchMany((options) => find(path, options));
      const item = at === null ? undefined : await latest.current.folder.load(at);
      if (at === null || !item || mine !== act.current) {
        return;
      }
      anchor.current = at;
      place(at);
      const wanted = new Set(others);
      const more = latest.current.folder.partsHere().flatMap(({ items }) => items);
      setChosen(selectOnly([item, ...more.filter((other) => wanted.has(other.path))]));
    };
    const resolve = async (): Promise<FileEntry[] | null> => {
      const { chosen: now, folder: from } = latest.current;
      if (!now.isInverted) {
        return [...now.marked.values()];
      }
      const end = (from.total ?? 0) - 1;
      const items = from.isWhole
        ? from.itemsHere(0, end)
        : await fetchMany((options) => from.collect(0, end, options));
      return items && items.filter((item) => isSelected(now, item.path));
    };
    const set = (items: readonly FileEntry[], isAdded = false): void => {
      begin();
      const some = atOnce === 'many' ? items : items.slice(0, 1);
      setChosen((before) =>
        isAdded && atOnce === 'many' ? addItems(before, some) : selectOnly(some),
      );
    };
    return {
      select,
      scrollToAndSelect,
      resolve,
      moveTo: (index: number) => place(index),
      all: () => {
        if (atOnce === 'many') {
          begin();
          setChosen(everythingSelected);
        }
      },
      clear: () => {
        begin();
        setChosen(nothingSelected);
      },
      set,
      setState: (next: SelectionState) => {
        begin();
        setChosen(next);
      },
      selectArrived: (items: readonly FileEntry[], isAdded: boolean) => {
        const at = placeOf(items[0]?.path ?? '');
        if (!isAdded && at !== null) {
          anchor.current = at;
          place(at);
        }
        set(items, isAdded);
      },
      changeCount: () => act.current,
    };
  }, [atOnce, fetchMany, stopBulkFetch]);

  const [only] = state.marked.values();
  const count = countSelected(state, total);
  return {
    ...acts,
    bulkFetch,
    cursor: { ...cursor, index: Math.max(0, Math.min(cursor.index, total - 1)) },
    state,
    count,
    isMany: atOnce === 'many',
    single: count === 1 && !state.isInverted && only ? only : null,
  };
}
