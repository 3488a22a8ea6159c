/** Cuts tiles into pages of `size`, the last one padded with null; no tiles give no page. */
export function paged<Tile>(tiles: readonly Tile[], size: number): (Tile | null)[][] {
  const pages: (Tile | null)[][] = [];
  for (let start = 0; start < tiles.length; start += size) {
    const page: (Tile | null)[] = tiles.slice(start, start + size);
    while (page.length < size) {
      page.push(null);
    }
    pages.push(page);
  }
  return pages;
}
