import { endpoints, limits } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** The endpoint that shows templates as they are now. */
export const queriesOfTemplates = [endpoints.jobs.savedList] as const;

/** The user's templates, then those that are shared with the user. */
export const templateList = () => queryOptionsOf(endpoints.jobs.savedList, {});

/** The projects that the user manages, which a template can be shared with. */
export const managedProjects = () =>
  queryOptionsOf(endpoints.projects.list, { me: '1', pageSize: limits.maxPageSize });
