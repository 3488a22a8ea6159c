import { endpoints, type EndpointInput, type EndpointResult } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** A graph with its steps. */
export type JobGraph = EndpointResult<typeof endpoints.jobs.graphDetail>;
export type GraphStep = JobGraph['steps'][number];

/** Every endpoint that shows graphs as they are now. */
export const queriesOfGraphs = [endpoints.jobs.graphList, endpoints.jobs.graphDetail] as const;

export const graphList = (input: EndpointInput<typeof endpoints.jobs.graphList>) =>
  queryOptionsOf(endpoints.jobs.graphList, input);

export const graphDetail = (graphId: string) =>
  queryOptionsOf(endpoints.jobs.graphDetail, { graphId });
