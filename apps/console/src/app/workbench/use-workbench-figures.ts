import { endpoints, type WorkbenchFigures } from '@clusterdesk/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { queryOptionsOf } from '../../shared/api/query.js';
import { useWatch } from '../../shared/live/connection/live-provider.js';

/** A disk is measured within seconds of the first question about it. */
const measuringMs = 2_000;

/** The figures of the workbench, kept up to date while it is shown. */
export function useWorkbenchFigures(): UseQueryResult<WorkbenchFigures> {
  const query = useQuery({
    ...queryOptionsOf(endpoints.workbench.facts, {}),
    refetchInterval: ({ state }) =>
      state.data?.disk && state.data.disk.usedBytes === null ? measuringMs : false,
  });
  useWatch(query.data?.hosts ? { topic: 'hosts' } : null);
  return query;
}
