import { endpoints } from '@clusterdesk/contracts';
import { callWithMessage, type ApiResponse } from '../../../shared/api/call.js';

/**
 * Gives and takes what somebody changed of a user's roles. The server makes the difference on what the user has by then,
 * so that a colleague's change made meanwhile stays.
 * @param shown the roles that the form showed at first
 */
export const sendRoles = (
  userId: string,
  shown: readonly string[],
  chosen: readonly string[],
): Promise<ApiResponse<null>> =>
  callWithMessage(endpoints.users.setRoles, {
    userId,
    roleIds: chosen.join(','),
    shownRoleIds: [...shown],
  });
