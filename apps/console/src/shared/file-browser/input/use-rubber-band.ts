import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { Folder } from '../api/folder.js';
import { tilesIn, type Box, type TileGeometry } from './tiles-in.js';
import { withBand } from '../selection/selection-state.js';
import type { Selection } from '../selection/use-selection.js';
import type { FileEntry } from '../file-space.js';

/** A pull shorter than this is a click. */
const minPx = 4;

/** Selecting by pulling a box over tiles, from the space between them; Ctrl adds to what is selected. */
export function useRubberBand(
  frame: RefObject<HTMLDivElement | null>,
  folder: Folder,
  selection: Selection,
  geometry: TileGeometry,
) {
  const [box, setBox] = useState<Box | null>(null);
  const wasPulled = useRef(false);
  const at = (event: PointerEvent | globalThis.PointerEvent): { x: number; y: number } => {
    const bounds = frame.current?.getBoundingClientRect();
    return {
      x: event.clientX - (bounds?.left ?? 0),
      y: event.clientY - (bounds?.top ?? 0) + (frame.current?.scrollTop ?? 0),
    };
  };
  const onPointerDown = (event: PointerEvent): void => {
    const isBetween = (event.target as Element).closest('[data-index]') === null;
    const node = frame.current;
    const isOnBar =
      node !== null && event.clientX > node.getBoundingClientRect().left + node.clientWidth;
    if (!node || isOnBar || !isBetween || event.button !== 0 || event.pointerType === 'touch') {
      return;
    }
    wasPulled.current = false;
    const start = at(event);
    const isAdded = event.ctrlKey || event.metaKey;
    const before = isAdded ? selection.state : null;
    const move = (now: globalThis.PointerEvent): void => {
      const here = at(now);
      const next = {
        left: Math.min(start.x, here.x),
        top: Math.min(start.y, here.y),
        width: Math.abs(here.x - start.x),
        height: Math.abs(here.y - start.y),
      };
      if (next.width + next.height < minPx) {
        return;
      }
      wasPulled.current = true;
      setBox(next);
      const inside = tilesIn(next, node.clientWidth, folder.total ?? 0, geometry)
        .map(folder.itemAt)
        .filter((item): item is FileEntry => item !== undefined);
      selection.setState(withBand(before, inside));
    };
    const end = (): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      setBox(null);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    // A pen taken away, or a touch that has become a scroll, is not lifted.
    window.addEventListener('pointercancel', end);
  };
  /** The click that ends a pull is none: it would clear what was pulled over. */
  const onClickCapture = (event: MouseEvent): void => {
    if (wasPulled.current) {
      wasPulled.current = false;
      event.stopPropagation();
    }
  };
  return { box, onPointerDown, onClickCapture };
}
