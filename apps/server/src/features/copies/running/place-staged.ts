import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import { IsAFolderError } from '../../../platform/file-space/file-space.errors.js';
import type { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { checkReplaced } from '../../spaces/replacing.js';
import type { Space, SpaceUser } from '../../spaces/space.js';
import { joinPath } from '../../../platform/file-space/space-path.js';
import type { CopyEntryEntity } from '../copy-entry.entity.js';
import { parseIdentity } from '../../../platform/file-space/file-identity.js';

/**
 * Places a staged entry in a folder and returns its path; repeated, it finds what it placed. When a file overwrites a folder,
 * the folder goes to the trash (contract: copies).
 */
export async function placeStaged(
  operations: SpaceOperations,
  user: SpaceUser,
  space: Space,
  { identity, isDirectory }: Pick<CopyEntryEntity, 'identity' | 'isDirectory'>,
  put: { staged: string; dir: string; name: string; conflict: Conflict },
): Promise<string> {
  const { dir, name, conflict } = put;
  if (conflict === 'overwrite') {
    await checkReplaced(space, dir, name);
  }
  const staged = { ...put, isDirectory, identity: parseIdentity(identity ?? '') };
  try {
    return (await operations.place(space, user, staged)).path;
  } catch (error) {
    const taken = error instanceof IsAFolderError ? await space.files.findTaken(dir, name) : null;
    if (taken === null || conflict !== 'overwrite' || isDirectory) {
      throw error;
    }
    await operations.remove(space, user, joinPath(dir, taken));
    return (await operations.place(space, user, staged)).path;
  }
}
