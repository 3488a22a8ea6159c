import type { ReactNode } from 'react';

/** A name with the part marked that a search found; without it, the name. */
export function markedName(name: string, key: string): ReactNode {
  const at = key === '' ? -1 : name.toLowerCase().indexOf(key.toLowerCase());
  if (at < 0) {
    return name;
  }
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + key.length)}</mark>
      {name.slice(at + key.length)}
    </>
  );
}

/** Longer names keep their end in sight: that is where versions and extensions differ. */
const longName = 28;
const tailLength = 12;

/** A name as two parts, of which only the first is cut where there is no room; null: it is short enough. */
export const splitName = (name: string): [string, string] | null =>
  name.length > longName ? [name.slice(0, -tailLength), name.slice(-tailLength)] : null;
