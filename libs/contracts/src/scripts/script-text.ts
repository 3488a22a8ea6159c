import { z } from 'zod';

/**
 * A script as interpreters read it, whatever editor has written it: without a byte order mark, and with lines that end in a line feed. A
 * carriage return alone ends a line only if the text has no line feed (old Macs); otherwise it is a character of its line.
 */
export function normaliseScript(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  return lines.includes('\n') ? lines : lines.replaceAll('\r', '\n');
}

/** The text of a script. */
export const scriptText = z.string().overwrite(normaliseScript).min(1);
