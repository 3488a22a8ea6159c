import { isUtf8 } from 'node:buffer';

const lineFeed = 0x0a;
/** Longer lines are not waited for. */
const longestAwaited = 32 * 1024;

/** The UTF-8 sequence that begins before a place and ends after it, by its first byte; null: there is none. */
function sequenceAround(bytes: Buffer, place: number): { begin: number; end: number } | null {
  for (let begin = place - 1; begin >= Math.max(0, place - 3); begin -= 1) {
    const first = bytes[begin] ?? 0;
    if (first < 0x80 || first > 0xbf) {
      const end = begin + (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1);
      return end > place ? { begin, end } : null;
    }
  }
  return null;
}

/** Where the first character of UTF-8 begins at or after a place: callers may ask for output from any byte on. */
export function characterAt(bytes: Buffer, place: number): number {
  const cut = sequenceAround(bytes, place);
  return cut && isUtf8(bytes.subarray(cut.begin, cut.end)) ? cut.end : place;
}

/**
 * The output of a script as text. Lines that are not UTF-8 are read as GB18030 (GBK), as in previews. An unfinished character is left for the
 * next page, and so is an unfinished line that is not UTF-8.
 * @param isLast whether nothing follows these bytes
 * @returns the text, and how many of the bytes it covers
 */
export function outputText(bytes: Buffer, isLast: boolean): { text: string; length: number } {
  const length = isLast ? bytes.length : awaitedFrom(bytes);
  return { text: decode(bytes.subarray(0, length)), length };
}

/**
 * A page of stored output as text.
 * @param end where the output ends for good; null while more of it may come
 * @param isWhole whether what follows is known, so that nothing is left for the next page
 */
export function outputPage(
  { offset, data }: { offset: number; data: Buffer },
  end: number | null,
  isWhole = false,
): { offset: number; nextOffset: number; text: string; isComplete: boolean } {
  const isComplete = end !== null && offset + data.length >= end;
  const { text, length } = outputText(data, isComplete || isWhole);
  return { offset, nextOffset: offset + length, text, isComplete };
}

/** The last part of some output: from the first line that begins in it, or all of it where none does. @param offset where it begins */
export function fromWholeLine({ offset, data }: { offset: number; data: Buffer }): {
  offset: number;
  data: Buffer;
} {
  const line = offset === 0 ? 0 : data.indexOf(lineFeed) + 1;
  const begin = line < data.length ? line : 0;
  return { offset: offset + begin, data: data.subarray(begin) };
}

/**
 * When lines of a page came: `line` counts from 0 those that begin in it.
 * @param pieces what it was stored in, by offset; the first may begin before the page
 */
export function lineTimes(
  { offset, data }: { offset: number; data: Buffer },
  pieces: readonly { startByte: number; time: number }[],
): { line: number; time: number }[] {
  let [line, place] = [0, 0];
  return pieces.map(({ startByte, time }) => {
    const begin = Math.min(Math.max(startByte - offset, 0), data.length);
    for (let at = data.indexOf(lineFeed, place); at >= 0 && at < begin;) {
      line += 1;
      place = at + 1;
      at = data.indexOf(lineFeed, place);
    }
    // A piece that begins within a line times the line after it.
    return { line: place === begin ? line : line + 1, time };
  });
}

/** Where the part begins that has to wait for more output. */
function awaitedFrom(bytes: Buffer): number {
  const lastLine = bytes.lastIndexOf(lineFeed) + 1;
  const whole = sequenceAround(bytes, bytes.length)?.begin ?? bytes.length;
  if (isUtf8(bytes.subarray(lastLine, whole))) {
    return whole;
  }
  return bytes.length - lastLine <= longestAwaited ? lastLine : bytes.length;
}

function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) {
    return bytes.toString();
  }
  const texts: string[] = [];
  let begin = 0;
  while (begin < bytes.length) {
    const end = bytes.indexOf(lineFeed, begin) + 1 || bytes.length;
    texts.push(decodeLine(bytes.subarray(begin, end)));
    begin = end;
  }
  return texts.join('');
}

function decodeLine(line: Buffer): string {
  try {
    return isUtf8(line)
      ? line.toString()
      : new TextDecoder('gb18030', { fatal: true }).decode(line);
  } catch {
    return line.toString();
  }
}
