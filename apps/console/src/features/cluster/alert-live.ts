import { endpoints, type MonitorRecord, type NodeAlert } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent, type LiveRule } from '../../shared/live/live-rules.js';

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
export const alertLiveRules: LiveRule[] = [
  onEvent('nodeAlertsChanged', (cache, { nodes }) => {
    const queryKey = queryKeyOf(endpoints.cluster.monitorData);
    if (nodes) {
      cache.queries.setQueriesData<MonitorRecord[]>(
        { queryKey },
        (records) => records && withAlerts(records, nodes),
      );
    }
    if (!nodes || cache.queries.isFetching({ queryKey }) > 0) {
      cache.invalidate(queryKey);
    }
  }),
];
