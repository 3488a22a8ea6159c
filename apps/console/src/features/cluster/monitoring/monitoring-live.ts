import { endpoints, type MonitorRecord } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../../shared/api/query.js';
import { onEvent, type LiveRule } from '../../../shared/live/live-rules.js';
import { monitorData, liveRanges, withSamples, withStatus } from './api/monitor-data.js';

/**
 * Samples are written into the short spans of time that are cached, comings and goings into all. A host that is not known yet, and what else
 * may be other about a host that came (cores, confinement), is asked for.
 */
export const clusterLiveRules: LiveRule[] = [
  onEvent('metrics', (cache, { samples }) => {
    for (const range of liveRanges) {
      const { queryKey } = monitorData(range);
      const records = cache.queries.getQueryData<MonitorRecord[]>(queryKey);
      if (records) {
        const known = new Set(records.map((record) => record.nodeId));
        cache.queries.setQueryData(queryKey, withSamples(records, samples, range));
        if (samples.some((sample) => !known.has(sample.nodeId))) {
          cache.invalidate(queryKey);
        }
      }
    }
  }),
  onEvent('nodeStatus', (cache, { nodeId, online }) => {
    const queryKey = queryKeyOf(endpoints.cluster.monitorData);
    cache.queries.setQueriesData<MonitorRecord[]>(
      { queryKey },
      (records) => records && withStatus(records, nodeId, online),
    );
    cache.invalidate(queryKey);
  }),
];
