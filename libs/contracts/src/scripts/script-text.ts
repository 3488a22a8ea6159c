import { z } from 'zod';

/**
 * A script as interpreters read it, however an editor has written it: without a byte order mark, and with a line feed at the end of a
 * line. A carriage return ends a line only where the text has no line feed (old Macs); elsewhere it is a character of its line.
 */
export function normaliseScript(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  return lines.includes('\n') ? lines : lines.replaceAll('\r', '\n');
}

/** The text of a script. */
export const scriptText = z.string().overwrite(normaliseScript).min(1);
