import { endpoints, type EndpointInput, type HostApplication } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../shared/api/query.js';

/** Nodes come and go without an event of applications: how many are online is asked for this often while it is shown. */
const nodesMs = 15_000;

/** Every endpoint that shows how applications stand with nodes. */
export const queriesOfApplications = [
  endpoints.applications.list,
  endpoints.applications.nodes,
] as const;

export const applicationList = (input: EndpointInput<typeof endpoints.applications.list>) => ({
  ...queryOptionsOf(endpoints.applications.list, input),
  refetchInterval: nodesMs,
});

export const applicationTypes = () => queryOptionsOf(endpoints.applications.types, {});

export const applicationNodes = ({ name, version }: Pick<HostApplication, 'name' | 'version'>) => ({
  ...queryOptionsOf(endpoints.applications.nodes, { name, version }),
  refetchInterval: nodesMs,
});

/** What an action would run, and where; as it was when it was asked for, since somebody reads it before deciding. */
export const applicationPlan = (input: EndpointInput<typeof endpoints.applications.plan>) => ({
  ...queryOptionsOf(endpoints.applications.plan, input),
  staleTime: 0,
  gcTime: 0,
});
