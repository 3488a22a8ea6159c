import type { ApplicationFile, ApplicationRow } from '@clusterdesk/contracts';

/** An application as the server answers it: of user7, for who may do nothing about it. */
export const applicationOf = (
  id: string,
  paths: string[],
  more: Partial<ApplicationRow> = {},
): ApplicationRow => ({
  id,
  status: 0,
  ending: null,
  applyUser: { id: '7', userName: 'user7', realName: 'Han Meimei' },
  project: { id: 'p1', projectName: 'genome' },
  path: JSON.stringify(paths),
  paths,
  entries: paths.length,
  files: paths.length,
  bytes: 2048,
  createTime: '2026-11-22 05:00:00',
  reason: '',
  votes: [],
  approversNeeded: 1,
  approversSoFar: 0,
  approvalDays: 7,
  endTime: null,
  usedTime: null,
  isAdmin: false,
  canDecide: false,
  canDownload: false,
  ...more,
});

/** The same for who decides. */
export const waitingFor = (
  id: string,
  paths: string[],
  more: Partial<ApplicationRow> = {},
): ApplicationRow => applicationOf(id, paths, { isAdmin: true, canDecide: true, ...more });

/** A file of an application. */
export const fileOf = (path: string, more: Partial<ApplicationFile> = {}): ApplicationFile => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  fileType: path.slice(path.lastIndexOf('.') + 1),
  size: 1024,
  modifyTime: '2026-11-21 05:00:00',
  change: 'same',
  putBy: { id: '1', userName: 'user1', realName: null },
  ...more,
});
