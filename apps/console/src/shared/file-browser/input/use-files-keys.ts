import { useRef, type KeyboardEvent } from 'react';
import { isTyping } from '../../lib/dom/is-typing.js';
import type { Folder } from '../api/folder.js';
import type { Selection } from '../selection/use-selection.js';

/** What keys do beyond moving and selecting. */
export interface FilesKeyActions {
  open: () => void;
  rename: () => void;
  remove: () => void;
  /** Takes the last deletion back. */
  undo: () => void;
  /** Shows or hides what is known of the selected entry. */
  details: () => void;
  /** Makes favourites of what is selected, or no longer. */
  favourite: () => void;
  copy: () => void;
  cut: () => void;
  paste: () => void;
  up: () => void;
  menu: () => void;
  escape: () => void;
}

interface FilesKeys {
  folder: Folder;
  selection: Selection;
  /** Entries side by side. */
  perRow: number;
  /** Rows in view. */
  rowsInView: () => number;
  actions: FilesKeyActions;
}

const typeAheadMs = 800;

/** The keyboard of the files, as Explorer and the cloud disks have it. */
export function useFilesKeys(keys: FilesKeys): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 });
  const { folder, selection, perRow, actions } = keys;
  const { index } = selection.cursor;
  const last = (folder.total ?? 0) - 1;

  const target = (key: string): number | null => {
    const page = perRow * Math.max(1, keys.rowsInView() - 1);
    switch (key) {
      case 'ArrowDown':
        return index + perRow <= last ? index + perRow : index;
      case 'ArrowUp':
        return index - perRow >= 0 ? index - perRow : index;
      case 'ArrowRight':
        return perRow > 1 ? index + 1 : null;
      case 'ArrowLeft':
        return perRow > 1 ? index - 1 : null;
      case 'Home':
        return 0;
      case 'End':
        return last;
      case 'PageDown':
        return index + page;
      case 'PageUp':
        return index - page;
      default:
        return null;
    }
  };
  /** Letters lead to the next entry that begins with them. */
  const typeAhead = (letter: string): void => {
    const now = performance.now();
    const isOn = now - typed.current.at < typeAheadMs;
    const text = (isOn ? typed.current.text : '') + letter.toLowerCase();
    typed.current = { text, at: now };
    const items = folder.itemsHere(0, last);
    const from = text.length > 1 ? index : index + 1;
    const fits = (at: number): boolean =>
      folder.itemAt(at)?.localPath.toLowerCase().startsWith(text) === true;
    for (let step = 0; step < items.length; step += 1) {
      const at = (from + step) % (last + 1);
      if (fits(at)) {
        selection.select(at);
        return;
      }
    }
  };
  const withControl: Record<string, () => void> = {
    a: selection.all,
    c: actions.copy,
    x: actions.cut,
    v: actions.paste,
    z: actions.undo,
    i: actions.details,
    d: actions.favourite,
    ' ': () => selection.select(index, { toggles: true }),
  };
  const plain: Record<string, () => void> = {
    ' ': () => selection.select(index, { toggles: true }),
    Enter: actions.open,
    F2: actions.rename,
    Delete: actions.remove,
    Backspace: actions.up,
    Escape: actions.escape,
    ContextMenu: actions.menu,
  };
  return (event) => {
    const isOnButton = (event.target as Element).closest('button') !== null;
    if (isTyping(event.target) || event.nativeEvent.isComposing) {
      return;
    }
    const { key } = event;
    const isControl = event.ctrlKey || event.metaKey;
    if (isOnButton && (key === 'Enter' || key === ' ')) {
      return;
    }
    const act = (work: () => void): void => {
      event.preventDefault();
      work();
    };
    const to = event.altKey ? null : target(key);
    if (event.altKey) {
      if (key === 'ArrowUp') {
        act(actions.up);
      }
    } else if (to !== null) {
      const at = Math.max(0, Math.min(last, to));
      act(() =>
        isControl && !event.shiftKey
          ? selection.moveTo(at)
          : selection.select(at, { extends: event.shiftKey, toggles: isControl }),
      );
    } else if (key === 'F10' && event.shiftKey) {
      act(actions.menu);
    } else if (isControl) {
      const work = withControl[key.toLowerCase()];
      if (work && !event.shiftKey) {
        act(work);
      }
    } else if (plain[key]) {
      act(plain[key]);
    } else if (/^[\p{L}\p{N}_.-]$/u.test(key)) {
      typeAhead(key);
    }
  };
}
