import type { FileEntry } from '../file-space.js';

/** More than this at once is another view of the folder, not news. */
const maxChanged = 500;

const stampOf = (item: FileEntry): string => `${item.createDate}|${item.size}`;

/** A part of a folder that is here, beginning at place `from` of its order. */
export interface FolderPart {
  from: number;
  items: readonly FileEntry[];
}

/**
 * Tells what came or changed in a folder from one look to the next. Of a folder that is here in parts, what comes into view by
 * scrolling, or slips in at the edge of a part because others came or went, is not new.
 */
export class EntryDiff {
  private order = '';
  /** All entries seen so far, by path. */
  private stamps = new Map<string, string>();
  private parts = new Set<number>();

  /** The paths of the entries that are new or other than before; the first look finds none. */
  update(order: string, total: number, parts: readonly FolderPart[]): string[] {
    const known = order === this.order ? this.parts : new Set<number>();
    const changed = parts.flatMap((part) =>
      known.has(part.from) ? this.changedIn(part, total) : [],
    );
    const isWhole = parts.length === 1 && parts[0]?.items.length === total;
    if (isWhole) {
      // What is not here any more is new when it comes again.
      this.stamps = new Map();
    }
    parts.forEach(({ items }) =>
      items.forEach((item) => this.stamps.set(item.path, stampOf(item))),
    );
    this.parts = new Set([...known, ...parts.map(({ from }) => from)]);
    this.order = order;
    return changed.length > maxChanged ? [] : changed;
  }

  private changedIn({ from, items }: FolderPart, total: number): string[] {
    const isKnown = (item: FileEntry): boolean => this.stamps.has(item.path);
    const start = from === 0 ? 0 : items.findIndex(isKnown);
    const end = from + items.length >= total ? items.length - 1 : items.findLastIndex(isKnown);
    return (start < 0 ? [] : items.slice(start, end + 1))
      .filter((item) => this.stamps.get(item.path) !== stampOf(item))
      .map((item) => item.path);
  }
}
