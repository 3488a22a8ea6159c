import { useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { breakPoints } from '../../theme/tokens.js';
import type { MenuPlace } from '../toolbar/context-menu.js';
import type { Folder } from '../api/folder.js';
import { isSelected } from '../selection/selection-state.js';
import type { Selection } from '../selection/use-selection.js';
import type { FileEntry } from '../file-space.js';

const longPressMs = 500;
/** Where a menu is a sheet, whatever points. */
const smallScreen = `(max-width: ${breakPoints.narrow}px)`;
/** A finger that moves this far scrolls and does not press. */
const slackPx = 10;

/** Which entry an event is about; null: the space between them. */
export function indexOf(event: { target: EventTarget }): number | null {
  const index = (event.target as Element).closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? null : Number(index);
}

const isOn = (event: { target: EventTarget }, selector: string): boolean =>
  (event.target as Element).closest(selector) !== null;

interface EntryEvents {
  frame: RefObject<HTMLDivElement | null>;
  folder: Folder;
  selection: Selection;
  onOpen: (item: FileEntry) => void;
  onMenu: (place: MenuPlace) => void;
}

/**
 * Mouse and fingers on entries, for list and grid alike: a click selects one alone, Ctrl and the checkbox one more or less, Shift
 * a span; a double click opens. A finger opens what it taps; held down it starts selecting several by tapping.
 */
export function useEntryEvents({ frame, folder, selection, onOpen, onMenu }: EntryEvents) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const isTouch = useRef(false);
  const wasLong = useRef(false);
  const isTapSelecting = useRef(false);
  if (selection.count === 0) {
    isTapSelecting.current = false;
  }

  const open = (index: number): void => {
    const item = folder.itemAt(index);
    if (item) {
      onOpen(item);
    }
  };
  const endPress = (): void => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  const click = (event: MouseEvent): void => {
    if (isOn(event, 'a, [role=columnheader]')) {
      return;
    }
    const index = indexOf(event);
    if (wasLong.current) {
      wasLong.current = false;
      return;
    }
    if (index === null) {
      if (!event.ctrlKey && !event.shiftKey) {
        selection.clear();
      }
      return;
    }
    if (isOn(event, '[data-menu]')) {
      menuAt(index, event.clientX, event.clientY);
      return;
    }
    const item = folder.itemAt(index);
    const isCheck = isOn(event, '[data-check]');
    if (isCheck || (isTouch.current && isTapSelecting.current)) {
      selection.select(index, { toggles: true, extends: event.shiftKey });
    } else if (isTouch.current && item) {
      onOpen(item);
    } else {
      selection.select(index, { toggles: event.ctrlKey || event.metaKey, extends: event.shiftKey });
    }
  };
  const menuAt = (index: number | null, x: number, y: number): void => {
    const item = index === null ? undefined : folder.itemAt(index);
    if (index === null) {
      selection.clear();
    } else if (item && !isSelected(selection.state, item.path)) {
      selection.select(index);
    }
    onMenu({
      x,
      y,
      isOnItem: index !== null,
      isTouch: isTouch.current || window.matchMedia(smallScreen).matches,
    });
  };
  const handlers = {
    onClick: click,
    onDoubleClick: (event: MouseEvent): void => {
      const index = indexOf(event);
      // Of two quick taps each has done its own already: opened, or selected more and less.
      if (index !== null && !isTouch.current && !isOn(event, '[data-check], [data-menu]')) {
        open(index);
      }
    },
    onContextMenu: (event: MouseEvent): void => {
      if (isOn(event, 'input:not([type=checkbox])')) {
        return;
      }
      event.preventDefault();
      // Fingers select by a long press; the menu has a button of its own.
      if (!isTouch.current) {
        menuAt(indexOf(event), event.clientX, event.clientY);
      }
    },
    onPointerDown: (event: PointerEvent): void => {
      isTouch.current = event.pointerType === 'touch';
      wasLong.current = false;
      const index = indexOf(event);
      if (!isTouch.current || index === null) {
        return;
      }
      const timer = setTimeout(() => {
        wasLong.current = true;
        isTapSelecting.current = true;
        press.current = null;
        selection.select(index, { toggles: true });
      }, longPressMs);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent): void => {
      const at = press.current;
      if (at && Math.hypot(event.clientX - at.x, event.clientY - at.y) > slackPx) {
        endPress();
      }
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    onMouseDown: (event: MouseEvent): void => {
      // The list keeps the focus: a checkbox or a row's button would take the keys away from it.
      if (isOn(event, '[data-check], [data-menu]')) {
        event.preventDefault();
        frame.current?.focus({ preventScroll: true });
      }
    },
  };
  return {
    handlers,
    /** The menu key: the menu stands at the cursor's entry. */
    openMenuAtCursor: (): void => {
      const { index } = selection.cursor;
      const box = frame.current?.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
      const isOnItem = selection.count > 0 && box !== undefined;
      const place = isOnItem ? box : frame.current?.getBoundingClientRect();
      onMenu({ x: (place?.left ?? 0) + 72, y: (place?.top ?? 0) + 24, isOnItem });
    },
  };
}
