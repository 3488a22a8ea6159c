import type { MonitorRecord } from '@clusterdesk/contracts';
import { onEvent, type LiveRule } from '../../../shared/live/live-rules.js';
import {
  isLive,
  liveRanges,
  monitorData,
  rangeNames,
  withSamples,
  withStatus,
} from './api/monitor-data.js';

const isKnown = (records: readonly MonitorRecord[], nodeId: string): boolean =>
  records.some((record) => record.nodeId === nodeId);

/**
 * Samples are written into the short spans of time that are cached, comings and goings into all. A host that is not known yet is
 * asked for; and of a short span what else may be other about a host that came (cores, confinement): a long one would bring
 * a month of every host for it.
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
    for (const range of rangeNames) {
      const { queryKey } = monitorData(range);
      const state = cache.queries.getQueryState<MonitorRecord[]>(queryKey);
      const records = state?.data;
      if (records) {
        cache.queries.setQueryData(queryKey, withStatus(records, nodeId, online), {
          updatedAt: state.dataUpdatedAt,
        });
      }
      if (isLive(range) || (records && !isKnown(records, nodeId))) {
        cache.invalidate(queryKey);
      }
    }
  }),
];
