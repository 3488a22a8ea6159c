import { stat } from 'node:fs/promises';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';

/** Whether the last write to a file (`mtimeMs`), or any change of it (`ctimeMs`, which nobody can set), is older than that. A missing file counts as old. */
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
