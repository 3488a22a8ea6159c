import { endpoints, type UpgradeRun, type UpgradeState } from '@clusterdesk/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';

const ends: readonly UpgradeRun['phase'][] = ['done', 'refused', 'returned'];

/** Whether an upgrade goes on. */
export const isUnderWay = (run: UpgradeRun | null | undefined): boolean =>
  run !== null && run !== undefined && !ends.includes(run.phase);

/** While the platform switches nobody tells anything: a call waits until one of the two versions answers it. */
const lookAgainMs = 2_000;

/** The versions, and how far an upgrade is; also over the restart of the platform. */
export function useUpgradeState(isWanted: boolean): UseQueryResult<UpgradeState> {
  useWatch(isWanted ? { topic: 'upgrade' } : null);
  return useQuery({
    ...queryOptionsOf(endpoints.upgrades.state, {}),
    enabled: isWanted,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run) ? lookAgainMs : false),
  });
}
