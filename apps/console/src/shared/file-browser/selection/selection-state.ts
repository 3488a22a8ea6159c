import type { FileEntry } from '../file-space.js';

/** What is selected of a folder that need not be loaded: the marked entries, or, inverted, all but them. */
export interface SelectionState {
  isInverted: boolean;
  marked: ReadonlyMap<string, FileEntry>;
}

export const nothingSelected: SelectionState = { isInverted: false, marked: new Map() };

/** Everything, loaded or not, what comes later included. */
export const everythingSelected: SelectionState = { isInverted: true, marked: new Map() };

const marking = (items: readonly FileEntry[]): Map<string, FileEntry> =>
  new Map(items.map((item) => [item.path, item]));

/** These entries and no others. */
export const selectOnly = (items: readonly FileEntry[]): SelectionState => ({
  isInverted: false,
  marked: marking(items),
});

export const isSelected = ({ isInverted, marked }: SelectionState, path: string): boolean =>
  isInverted !== marked.has(path);

/** The selection with one entry more, or less. */
export function toggleItem(
  { isInverted, marked }: SelectionState,
  item: FileEntry,
): SelectionState {
  const next = new Map(marked);
  if (!next.delete(item.path)) {
    next.set(item.path, item);
  }
  return { isInverted, marked: next };
}

/** The selection with these entries as well. */
export function addItems(
  { isInverted, marked }: SelectionState,
  items: readonly FileEntry[],
): SelectionState {
  const next = new Map(marked);
  items.forEach((item) => (isInverted ? next.delete(item.path) : next.set(item.path, item)));
  return { isInverted, marked: next };
}

/** What a rubber band adds to: the entries that are selected; of a whole folder with exceptions, that very selection. */
export const withBand = (
  before: SelectionState | null,
  inside: readonly FileEntry[],
): SelectionState => (before ? addItems(before, inside) : selectOnly(inside));

/** How many of `total` entries are selected. */
export const countSelected = ({ isInverted, marked }: SelectionState, total: number): number =>
  isInverted ? Math.max(0, total - marked.size) : marked.size;

/** The same selection over what a folder holds now: what has gone is not selected any more. */
export function keepPresent(
  selection: SelectionState,
  items: readonly FileEntry[],
): SelectionState {
  const present = marking(items);
  const kept = [...selection.marked.keys()].flatMap((path) => present.get(path) ?? []);
  const isSame =
    kept.length === selection.marked.size &&
    kept.every((item) => selection.marked.get(item.path) === item);
  return isSame ? selection : { isInverted: selection.isInverted, marked: marking(kept) };
}
