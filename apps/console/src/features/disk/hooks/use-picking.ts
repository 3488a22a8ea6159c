import type { DiskItem } from '@clusterdesk/contracts';
import { useEffect, useMemo, useRef, useState } from 'react';
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
  type Selection,
} from '../selection.js';

/** How a click or key changes the selection. */
export interface PickMode {
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

export interface Picking {
  cursor: Cursor;
  selection: Selection;
  count: number;
  /** The selected entry when exactly one is. */
  single: DiskItem | null;
  pick: (index: number, mode?: PickMode) => void;
  /** Moves only the cursor. */
  moveTo: (index: number) => void;
  all: () => void;
  clear: () => void;
  set: (items: readonly DiskItem[], isAdded?: boolean) => void;
  /** Selects an entry, wherever in the folder it is, and brings it into view. */
  reveal: (path: string) => Promise<void>;
  /** The selected entries, those that are not here yet included. @throws ApiError */
  resolve: () => Promise<DiskItem[]>;
}

/** A live change moves the cursor's entry by this much at most; further off it is not looked for. */
const nearby = 1_000;
const searchStep = 1_000;

/** Selection and cursor of one folder: one tab stop, of any number of entries. */
export function usePicking(folder: Folder): Picking {
  const [chosen, setChosen] = useState<Selection>(nothingSelected);
  const [cursor, setCursor] = useState<Cursor>({ index: 0, path: null, seq: 0 });
  const anchor = useRef(0);
  /** Grows with every act: what was still being fetched for an earlier one comes too late. */
  const act = useRef(0);
  const latest = useRef({ folder, chosen });

  const total = folder.total ?? 0;
  const selection = useMemo(
    () => (folder.isWhole ? keepPresent(chosen, folder.itemsHere(0, total - 1)) : chosen),
    [folder, chosen, total],
  );
  useEffect(() => {
    latest.current = { folder, chosen: selection };
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
    /** The entries of a span: at once where they are here. */
    const withItems = (from: number, to: number, use: (items: DiskItem[]) => void): void => {
      const mine = (act.current += 1);
      const { folder: now } = latest.current;
      const here = now.itemsHere(from, to);
      if (here.length === to - from + 1) {
        use(here);
        return;
      }
      now.load(from, to).then(
        (items) => mine === act.current && use(items),
        () => undefined, // The page shows by itself that its entries cannot be loaded.
      );
    };
    const pick = (index: number, mode: PickMode = {}): void => {
      place(index);
      if (mode.extends) {
        const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
        if (from === 0 && to === (latest.current.folder.total ?? 0) - 1) {
          act.current += 1;
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
    const reveal = async (path: string): Promise<void> => {
      const mine = (act.current += 1);
      for (let from = 0; ; from += searchStep) {
        const { folder: now } = latest.current;
        if (from >= (now.total ?? 0) || mine !== act.current) {
          return;
        }
        const found = (await now.load(from, from + searchStep - 1)).findIndex(
          (item) => item.path === path,
        );
        const item = found < 0 ? undefined : now.itemAt(from + found);
        if (item && mine === act.current) {
          anchor.current = from + found;
          place(from + found);
          setChosen(selectOnly([item]));
          return;
        }
      }
    };
    const resolve = async (): Promise<DiskItem[]> => {
      const { chosen: now, folder: place_ } = latest.current;
      if (!now.isInverted) {
        return [...now.marked.values()];
      }
      const items = await place_.load(0, (place_.total ?? 0) - 1);
      return items.filter((item) => isSelected(now, item.path));
    };
    return {
      pick,
      reveal,
      resolve,
      moveTo: (index: number) => place(index),
      all: () => {
        act.current += 1;
        setChosen(everythingSelected);
      },
      clear: () => {
        act.current += 1;
        setChosen(nothingSelected);
      },
      set: (items: readonly DiskItem[], isAdded = false) => {
        act.current += 1;
        setChosen((before) => (isAdded ? addItems(before, items) : selectOnly(items)));
      },
    };
  }, []);

  const [only] = selection.marked.values();
  const count = countSelected(selection, total);
  return {
    ...acts,
    cursor: { ...cursor, index: Math.max(0, Math.min(cursor.index, total - 1)) },
    selection,
    count,
    single: count === 1 && !selection.isInverted && only ? only : null,
  };
}
