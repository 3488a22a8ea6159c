import { endpoints } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** The nodes that a queue can have. */
export const computeNodes = () => queryOptionsOf(endpoints.calculations.list, {});

/** Projects that a queue can name, by a part of their name; the server says how many at most. */
export const projectsNamed = (name: string) =>
  queryOptionsOf(endpoints.projects.listAll, name ? { name } : {});

/** The same of users. */
export const usersNamed = (name: string) =>
  queryOptionsOf(endpoints.users.listAll, name ? { name } : {});

/** The partitions that a queue of Slurm can have, or why there are none to see. */
export const slurmCluster = () => queryOptionsOf(endpoints.jobs.slurmList, {});
