const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] =
  Buffer.from('"\\,[]{}');

/**
 * Whether JSON text would become more values, or more levels, than allowed: a few megabytes of empty objects are
 * hundreds of megabytes in memory. Counted without making anything.
 * @param text UTF-8
 */
export function isLargerThan(text: Uint8Array, most: { values: number; depth: number }): boolean {
  let values = 0;
  let depth = 0;
  let isInText = false;
  for (let place = 0; place < text.length; place += 1) {
    const byte = text[place];
    if (isInText) {
      if (byte === backslash) {
        place += 1;
      } else if (byte === quote) {
        isInText = false;
      }
    } else if (byte === quote) {
      isInText = true;
    } else if (byte === comma) {
      values += 1;
    } else if (byte === openBracket || byte === openBrace) {
      values += 1;
      depth += 1;
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
    }
    if (values > most.values || depth > most.depth) {
      return true;
    }
  }
  return false;
}
