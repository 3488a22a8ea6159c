import type { DiskItem } from '@clusterdesk/contracts';
import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { Folder } from '../api/folder.js';
import type { Picking } from './use-picking.js';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface TileGeometry {
  perRow: number;
  tileHeight: number;
  padding: number;
}

/** A pull shorter than this is a click. */
const minPx = 4;

/** The places of the tiles that a box touches; the box is in pixels of the scrolled content of this width. */
export function tilesIn(box: Box, width: number, total: number, geometry: TileGeometry): number[] {
  const { perRow, tileHeight, padding } = geometry;
  const tileWidth = (width - 2 * padding) / perRow;
  const column = (x: number): number => Math.floor((x - padding) / tileWidth);
  const row = (y: number): number => Math.floor((y - padding) / tileHeight);
  const [firstColumn, lastColumn] = [
    Math.max(0, column(box.left)),
    Math.min(perRow - 1, column(box.left + box.width)),
  ];
  const found: number[] = [];
  for (let at = Math.max(0, row(box.top)); at <= row(box.top + box.height); at += 1) {
    for (let place = firstColumn; place <= lastColumn; place += 1) {
      const index = at * perRow + place;
      if (index < total) {
        found.push(index);
      }
    }
  }
  return found;
}

/** Selecting by pulling a box over tiles, from the space between them; Ctrl adds to what is selected. */
export function useRubberBand(
  frame: RefObject<HTMLDivElement | null>,
  folder: Folder,
  picking: Picking,
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
    const before = isAdded ? [...picking.selection.marked.values()] : [];
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
        .filter((item): item is DiskItem => item !== undefined);
      picking.set([...before, ...inside]);
    };
    const end = (): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      setBox(null);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
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
