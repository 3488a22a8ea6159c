import { existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

const descriptors = existsSync('/proc/self/fd') ? '/proc/self/fd' : '/dev/fd';

/** A path to an open file for functions that take nothing else: whatever has its name by now, this is the file itself. */
export function descriptorPath(handle: FileHandle): string {
  return `${descriptors}/${handle.fd}`;
}
