import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import { IsAFolderError } from '../../../platform/file-space/file-space.errors.js';
import type { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { checkReplaced } from '../../spaces/replacing.js';
import type { Space, SpaceUser } from '../../spaces/space.js';
import { joinPath } from '../../../platform/file-space/space-path.js';
import type { CopyEntryEntity } from '../copy-entry.entity.js';
import { parseIdentity } from '../../../platform/file-space/file-identity.js';

/**
 * Places a staged entry in a folder; repeated, it finds what it placed. When a file overwrites a folder,
 * the folder goes to the trash (contract: copies).
 * @returns its path, and how many bytes were those of a file that it replaced
 */
export async function placeStaged(
  operations: SpaceOperations,
  user: SpaceUser,
  space: Space,
  { identity, isDirectory }: Pick<CopyEntryEntity, 'identity' | 'isDirectory'>,
  put: { staged: string; dir: string; name: string; conflict: Conflict },
): Promise<{ path: string; replacedBytes: number }> {
  const { dir, name, conflict } = put;
  const takenBytes = conflict === 'overwrite' ? await checkReplaced(space, dir, name) : 0;
  // A folder lets a file make way to the trash.
  const replacedBytes = isDirectory ? 0 : takenBytes;
  const staged = { ...put, isDirectory, identity: parseIdentity(identity ?? '') };
  try {
    return { path: (await operations.place(space, user, staged)).path, replacedBytes };
  } catch (error) {
    const taken = error instanceof IsAFolderError ? await space.files.findTaken(dir, name) : null;
    if (taken === null || conflict !== 'overwrite' || isDirectory) {
      throw error;
    }
    await operations.remove(space, user, joinPath(dir, taken));
    return { path: (await operations.place(space, user, staged)).path, replacedBytes: 0 };
  }
}
