import type { ReactNode } from 'react';

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** What else stands beside it: where a file lies, who a user is. */
  hint?: string;
  icon?: ReactNode;
  /** More words by which it is found: its name in the other language. */
  also?: string;
  act: () => void;
}

/** Lines of one kind. */
export interface PaletteGroup {
  heading: string;
  entries: readonly PaletteEntry[];
}

/** The entries that have every word of the key in their label or their other names; all of them for an empty key. */
export function matching(entries: readonly PaletteEntry[], key: string): PaletteEntry[] {
  const words = key.toLowerCase().split(/\s+/).filter(Boolean);
  const isHit = ({ label, also = '' }: PaletteEntry): boolean => {
    const text = `${label} ${also}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const isStart = ({ label }: PaletteEntry): boolean =>
    label.toLowerCase().startsWith(words[0] ?? '');
  return entries
    .filter(isHit)
    .toSorted((one, other) => Number(isStart(other)) - Number(isStart(one)));
}
