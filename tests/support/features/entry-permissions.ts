import { ProjectAccessRepository } from '../../../apps/server/src/features/projects/access/project-access.repository.js';
import type { PermissionDecision } from '../../../apps/server/src/features/projects/permission/decide-permission.js';
import { ProjectPermissions } from '../../../apps/server/src/features/projects/permission/project-permissions.service.js';
import type { SpecPlatform } from '../server/spec-platform.js';

/** What a person may do with each of the paths, as what, and who put it there: as it is decided, whether it is there or not. */
export async function entryPermissionsOf(
  platform: SpecPlatform,
  projectId: string,
  userId: string,
  paths: readonly string[],
): Promise<Record<string, PermissionDecision | undefined>> {
  const access = await platform.get(ProjectAccessRepository).find(projectId, userId);
  if (!access) {
    throw new Error('There is no such project.');
  }
  const decided = await platform.get(ProjectPermissions).decide(access, userId, paths);
  return Object.fromEntries(paths.map((path, index) => [path, decided[index]]));
}
