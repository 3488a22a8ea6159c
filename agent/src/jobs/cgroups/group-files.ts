import { readFileSync, writeFileSync } from 'node:fs';

/** A file of a control group (or of /proc), or null where there is none or it may not be read. */
export function readGroupFile(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

/** The number that a file holds; null where there is no file, or a word such as `max`. */
export function readNumber(path: string): number | null {
  const text = readGroupFile(path)?.trim() ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** The number behind a key in a file of lines such as `oom_kill 0`; null where there is none. */
export function readKeyed(path: string, key: string): number | null {
  const line = readGroupFile(path)
    ?.split('\n')
    .find((text) => text.startsWith(`${key} `));
  return line === undefined ? null : Number(line.slice(key.length + 1));
}

/** Whether a file took a value; the kernel may refuse any, and older ones lack some files. */
export function tryWrite(path: string, value: string): boolean {
  try {
    writeFileSync(path, value);
    return true;
  } catch {
    return false;
  }
}
