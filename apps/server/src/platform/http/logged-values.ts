/** Of a long list the log keeps the beginning, and of a long text too. */
export const loggedEntries = 20;
const loggedChars = 300;

/** Values as a row of the log carries them: short, whatever people call their files. */
export function toLogged(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shortened(value)]),
  );
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    // What JSON of PostgreSQL can't hold would lose the row; the cut may leave half a character, too.
    return value
      .replaceAll('\0', '')
      .slice(0, loggedChars)
      .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  }
  if (Array.isArray(value)) {
    return value
      .slice(0, loggedEntries)
      .map(shortened)
      .concat(value.length > loggedEntries ? [`+${value.length - loggedEntries}`] : []);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
