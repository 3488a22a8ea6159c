import type { ProjectRow, UserOption } from '@clusterdesk/contracts';

/** How people know somebody: by the real name where there is one. */
export const personName = ({ userName, realName }: UserOption): string => realName || userName;

/** Whether the caller may do everything in a project. */
export const isManagerOf = ({ role }: Pick<ProjectRow, 'role'>): boolean =>
  role === 'owner' || role === 'admin';
