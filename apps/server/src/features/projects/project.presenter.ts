import type { ProjectRow } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { ListedProject } from './listing/project-list.repository.js';
import { defaultSwitches, toFilePermission } from './permission/switches.js';
import { roleIn } from './project.policy.js';

const dayMs = 24 * 3_600_000;
/** Of a project whose people were deleted. */
const nobody = { id: '', userName: '', realName: null };

/** What leaves the server of a project. */
export function toProjectRow(
  project: ListedProject,
  caller: { userId: string; awaiting: number },
  { timeZone, trashDays }: { timeZone: string; trashDays: number },
): ProjectRow {
  const createTime = wireTime(project.createdAt, timeZone);
  const { owner, admin, deletedAt } = project;
  const restorableUntil = deletedAt && new Date(deletedAt.getTime() + trashDays * dayMs);
  return {
    id: project.id,
    projectName: project.projectName,
    projectDescribe: project.description,
    timeStr: createTime.slice(0, 10),
    createTime,
    owner: owner ?? nobody,
    admin: admin ?? nobody,
    userInfos: project.users,
    userCount: project.userCount,
    tags: project.tags,
    filePermission: toFilePermission(project.switches ?? defaultSwitches),
    role: roleIn(caller.userId, {
      ownerId: owner?.id ?? null,
      adminId: admin?.id ?? null,
      isMember: project.isMember,
    }),
    approversNeeded: project.approversNeeded,
    awaitingMe: caller.awaiting,
    restorableUntil: restorableUntil && wireTime(restorableUntil, timeZone),
  };
}
