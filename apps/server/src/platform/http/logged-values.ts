/** Of a long list the log keeps the beginning, and of a long text too. */
export const loggedEntries = 20;
const loggedChars = 300;

/** Values as a row of the log carries them: short, whatever people call their files. */
export function toLogged(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shortened(value)]),
  );
}

/** A text as a row of the log carries it. What PostgreSQL can't hold would lose the row; the cut may leave half a character, too. */
export const loggedText = (text: string, maxChars = loggedChars): string =>
  text
    .replaceAll('\0', '')
    .slice(0, maxChars)
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD');

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return loggedText(value);
  }
  if (Array.isArray(value)) {
    return value
      .slice(0, loggedEntries)
      .map(shortened)
      .concat(value.length > loggedEntries ? [`+${value.length - loggedEntries}`] : []);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
