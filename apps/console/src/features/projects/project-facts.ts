import { answerCodes, type ProjectRow, type UserOption } from '@clusterdesk/contracts';
import { ApiError } from '../../shared/api/api-error.js';

/** How people know somebody: by the real name where there is one. */
export const personName = ({ userName, realName }: UserOption): string => realName || userName;

/** Whether the caller may do everything in a project. */
export const isManagerOf = ({ role }: Pick<ProjectRow, 'role'>): boolean =>
  role === 'owner' || role === 'admin';

/** Whether the server says that something is not there for the caller: what was shown of it before is shown no longer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === answerCodes.notFound || error.code === answerCodes.notAllowed);
