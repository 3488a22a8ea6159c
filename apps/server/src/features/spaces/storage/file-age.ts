import { stat } from 'node:fs/promises';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';

/** Whether a file was last written to (`mtimeMs`), or changed in any way (`ctimeMs`: nobody can set it), longer ago than that. A file that is gone is as old as can be. */
export async function isOlderThan(
  path: string,
  ageMs: number,
  clock: 'mtimeMs' | 'ctimeMs' = 'mtimeMs',
): Promise<boolean> {
  try {
    return (await stat(path))[clock] < Date.now() - ageMs;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      return true;
    }
    throw error;
  }
}
