/** A box in pixels of the scrolled content. */
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
