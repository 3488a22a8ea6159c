/** A pattern for LIKE and ILIKE that finds the text anywhere in a value; its own `%`, `_` and `\` are taken literally. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
