/** What is filled in; an emptied field is as good as one that never was filled. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value === '' || value === null ? undefined : value, (_, part: unknown) =>
    part === '' || part === null ? undefined : part,
  );

/** Whether two values of a field are the same to who fills it in. */
export const isSameValue = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

type Parts = Record<string, unknown>;

/** A value of several, as the nine switches are. A list is one value, and so is a date. */
const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What differs of `after`, and nothing else; of a value of several only those that differ. */
export function changedOf<Values extends object>(
  before: object | undefined,
  after: Values,
): Partial<Values> {
  const old = (before ?? {}) as Parts;
  const changed = Object.entries(after)
    .filter(([name, value]) => !isSameValue(old[name], value))
    .map(([name, value]) => [
      name,
      isParts(value) && isParts(old[name]) ? changedOf(old[name], value) : value,
    ]);
  return Object.fromEntries(changed) as Partial<Values>;
}

/** A list after both changed it: what one has added and taken away, on top of what the other did. */
function mergedList(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const has = (list: unknown[], item: unknown): boolean =>
    list.some((other) => isSameValue(other, item));
  return [
    ...theirs.filter((item) => has(mine, item) || !has(base, item)),
    ...mine.filter((item) => !has(base, item) && !has(theirs, item)),
  ];
}

/**
 * A value after somebody else changed it: theirs, where one has not changed it oneself.
 * @param base what both began with
 */
export function mergedValue(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isParts(base) && isParts(mine) && isParts(theirs)) {
    return Object.fromEntries(
      Object.keys(mine).map((name) => [name, mergedValue(base[name], mine[name], theirs[name])]),
    );
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    return mergedList(base, mine, theirs);
  }
  return isSameValue(base, mine) ? theirs : mine;
}
