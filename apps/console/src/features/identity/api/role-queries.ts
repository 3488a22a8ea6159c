import { endpoints } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

export const roleList = () => queryOptionsOf(endpoints.roles.list, {});

/** One user with the roles; asked only when there is an id. */
export const oneUser = (id: string) => ({
  ...queryOptionsOf(endpoints.users.get, { id }),
  enabled: id !== '',
});
