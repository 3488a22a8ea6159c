import { endpoints, type MonitorRecord, type NodeAlert } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../../shared/api/query.js';
import { onEvent } from '../../../shared/live/rules/live-rules.js';

/** Puts alerts that began or ended into what is known of hosts. */
function withAlerts(
  records: readonly MonitorRecord[],
  nodes: readonly { nodeId: string; alerts: NodeAlert[] }[],
): MonitorRecord[] {
  const byNode = new Map(nodes.map(({ nodeId, alerts }) => [nodeId, alerts]));
  return records.map((record) => {
    const alerts = byNode.get(record.nodeId);
    return alerts ? { ...record, alerts } : record;
  });
}

/** Alerts are written into every span of time that is cached; asked for is only when an answer on its way may not know of them. */
export const alertLiveRules = [
  onEvent('nodeAlertsChanged', (cache, { nodes }) => {
    const queryKey = queryKeyOf(endpoints.cluster.monitorData);
    if (nodes) {
      for (const { queryKey: key, state } of cache.queries.getQueryCache().findAll({ queryKey })) {
        cache.queries.setQueryData<MonitorRecord[]>(
          key,
          (records) => records && withAlerts(records, nodes),
          // The load in it is no newer for this: it is asked for anew when it was to be.
          { updatedAt: state.dataUpdatedAt },
        );
      }
    }
    if (!nodes || cache.queries.isFetching({ queryKey }) > 0) {
      cache.invalidate(queryKey);
    }
  }),
];
