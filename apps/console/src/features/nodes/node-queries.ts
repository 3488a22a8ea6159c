import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../shared/api/query.js';

/** Every endpoint that shows desktop nodes. */
export const queriesOfDesktops = [
  endpoints.desktops.list,
  endpoints.desktops.info,
  endpoints.desktops.mine,
] as const;

/** Every endpoint that shows compute nodes. */
export const queriesOfComputeNodes = [
  endpoints.calculations.list,
  endpoints.calculations.info,
  endpoints.jobs.queueList,
] as const;

export const desktopList = (search = '') => queryOptionsOf(endpoints.desktops.list, { search });

export const desktopInfo = (desktopId: string) =>
  queryOptionsOf(endpoints.desktops.info, { desktopId });

export const computeNodeList = (search = '') =>
  queryOptionsOf(endpoints.calculations.list, { calculationName: search });

export const computeNodeInfo = (calculationId: string) =>
  queryOptionsOf(endpoints.calculations.info, { calculationId });

export const sessionList = (input: EndpointInput<typeof endpoints.desktopSessions.list>) =>
  queryOptionsOf(endpoints.desktopSessions.list, input);
