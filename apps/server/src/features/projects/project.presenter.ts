import type { ProjectRow } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import { splitParent } from '../../platform/file-space/space-path.js';
import type { Awaiting } from './listing/awaiting-decisions.service.js';
import type { LastChange } from './listing/project-changes.repository.js';
import type { ListedProject } from './listing/project-list.repository.js';
import { defaultSwitches, toFilePermission } from './permission/switches.js';
import { roleIn } from './project.policy.js';

const dayMs = 24 * 3_600_000;
/** Of a project whose people were deleted. */
const nobody = { id: '', userName: '', realName: null };

/** What leaves the server of a project. */
export function toProjectRow(
  project: ListedProject,
  caller: Awaiting & { userId: string; last: Pick<LastChange, 'at' | 'path'> | null },
  { timeZone, trashDays }: { timeZone: string; trashDays: number },
): ProjectRow {
  const createTime = wireTime(project.createdAt, timeZone);
  const { owner, admin, deletedAt } = project;
  const { last } = caller;
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
    awaitingMe: caller.awaitingMe,
    ownPending: caller.ownPending,
    usedBytes: project.usedBytes,
    lastChange: last && {
      time: wireTime(last.at, timeZone),
      name: last.path === null ? null : (splitParent(last.path)?.name ?? null),
    },
    restorableUntil: restorableUntil && wireTime(restorableUntil, timeZone),
  };
}
