import { endpoints } from '@clusterdesk/contracts';
import { reads } from '../../../shared/api/query.js';

export const roleList = () => reads(endpoints.roles.list, {});

/** One user with the roles; asked only when there is an id. */
export const oneUser = (id: string) => ({
  ...reads(endpoints.users.get, { id }),
  enabled: id !== '',
});
