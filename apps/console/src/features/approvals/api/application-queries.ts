import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** Every endpoint that shows applications as they are now. */
export const queriesOfApplications = [
  endpoints.approvals.list,
  endpoints.approvals.detail,
  endpoints.approvals.files,
  endpoints.projects.list,
] as const;

/** A part of the applications, newest first. */
export const applicationList = (input: EndpointInput<typeof endpoints.approvals.list>) =>
  queryOptionsOf(endpoints.approvals.list, input);

/** One application, with how earlier ones of the applicant ended. */
export const applicationDetail = (id: string) => queryOptionsOf(endpoints.approvals.detail, { id });

/** Its files as they were and as they are now. */
export const applicationFiles = (id: string, page: { pageNum: number; pageSize: number }) =>
  queryOptionsOf(endpoints.approvals.files, { id, ...page });

/** The latest that concern the user: one call for all notices of the bell. */
export const latestApplications = () =>
  applicationList({ me: '3', pageNum: 0, pageSize: 100, projName: '' });
