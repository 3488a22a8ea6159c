import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * `mkdir -p`; true when the folder was not there. Node's own `recursive` never returns where a parent exists but takes no
 * entries (`/proc`).
 */
export function makeFolder(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      return false;
    }
    if (code !== 'ENOENT' || dirname(path) === path) {
      throw error;
    }
  }
  // Parent folders hold nothing secret: other accounts may enter them.
  makeFolder(dirname(path), 0o755);
  mkdirSync(path, { mode });
  return true;
}
