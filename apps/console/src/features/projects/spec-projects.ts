import {
  defaultFilePermission,
  type ProjectRow,
  type ProjectSettings,
  type ProjectUser,
  type UserOption,
} from '@clusterdesk/contracts';

/** A user of specs; the first owns and administers the projects unless it is said otherwise. */
export const personOf = (id: number, realName: string | null = null): UserOption => ({
  id: String(id),
  userName: `user${id}`,
  realName,
});

/** A project as the server answers it. */
export const projectOf = (id: string, more: Partial<ProjectRow> = {}): ProjectRow => ({
  id,
  projectName: `project_${id}`,
  projectDescribe: '',
  timeStr: '2026-11-22',
  createTime: '2026-11-22 05:00:00',
  owner: personOf(1),
  admin: personOf(1),
  userInfos: [personOf(1)],
  userCount: 1,
  tags: [],
  filePermission: defaultFilePermission,
  role: 'owner',
  approversNeeded: 1,
  awaitingMe: 0,
  ownPending: 0,
  usedBytes: null,
  lastChange: null,
  restorableUntil: null,
  ...more,
});

/** Somebody in a project. */
export const memberOf = (
  id: number,
  role: ProjectUser['role'] = 'member',
  realName: string | null = null,
): ProjectUser => ({ ...personOf(id, realName), role, joinTime: '2026-11-22 05:00:00' });

/** What the settings page of the project `p1` shows. */
export const settingsOf = (more: Partial<ProjectSettings> = {}): ProjectSettings => ({
  id: 'p1',
  projectName: 'genome',
  projectDescribe: 'reads',
  filePermission: defaultFilePermission,
  approvalDays: 7,
  approversNeeded: 1,
  isOwner: true,
  ...more,
});
