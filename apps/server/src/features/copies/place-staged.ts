import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import { IsAFolderError } from '../../platform/file-space/file-space.errors.js';
import type { FileSpace } from '../../platform/file-space/file-space.js';
import { joinPath } from '../../platform/file-space/space-path.js';
import type { CopyEntryEntity } from './copy-entry.entity.js';
import { parseIdentity } from '../spaces/parse-identity.js';

/**
 * Puts a staged entry into a folder and returns where it is; done again, it finds what it placed. Overwriting, a folder in
 * the way of a file goes to the trash (contract: copies).
 */
export async function placeStaged(
  space: FileSpace,
  staged: string,
  entry: Pick<CopyEntryEntity, 'identity' | 'isDirectory'>,
  dir: string,
  name: string,
  conflict: Conflict,
): Promise<string> {
  const identity = parseIdentity(entry.identity ?? '');
  if (entry.isDirectory) {
    return (await space.placeTree(staged, dir, name, conflict, identity)).path;
  }
  try {
    return (await space.place(staged, identity, dir, name, conflict)).path;
  } catch (error) {
    const taken = error instanceof IsAFolderError ? await space.findTaken(dir, name) : null;
    if (taken === null || conflict !== 'overwrite') {
      throw error;
    }
    await space.toTrash(joinPath(dir, taken));
    return (await space.place(staged, identity, dir, name, conflict)).path;
  }
}
