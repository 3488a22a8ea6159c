import type { MonitorRecord } from '@clusterdesk/contracts';
import type { LiveCache } from '../../shared/live/cache/live-cache.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';
import { alertRulesQuery } from './api/cluster-queries.js';
import {
  isLive,
  liveRanges,
  monitorData,
  rangeNames,
  withSamples,
  withStatus,
} from './api/monitor-data.js';

/** The answer grows with its hosts, and all open pages ask for it: within a time that does so too, milliseconds. */
const spreadMsOfHost = 20;
const spreadMaxMs = 30_000;

const isKnown = (records: readonly MonitorRecord[], nodeId: string): boolean =>
  records.some((record) => record.nodeId === nodeId);

/** Hosts replay what they measured while they were cut off: it is asked for once, when no more comes. */
function expectReplay(cache: LiveCache): void {
  for (const range of liveRanges) {
    const { queryKey } = monitorData(range);
    const hosts = cache.queries.getQueryData<MonitorRecord[]>(queryKey)?.length ?? 0;
    cache.invalidateWhenQuiet(queryKey, Math.min(hosts * spreadMsOfHost, spreadMaxMs));
  }
}

/**
 * Samples are written into the short spans of time that are cached, comings and goings into all. A host that is not known yet is
 * asked for; and of a short span what a host that came replays, and what else may be other about it (cores, confinement): a long
 * one would bring a month of every host for it.
 */
export const clusterLiveRules = [
  onEvent('metrics', (cache, { samples, isReplayed }) => {
    if (isReplayed) {
      expectReplay(cache);
    }
    for (const range of samples.length > 0 ? liveRanges : []) {
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
      if (records ? !isKnown(records, nodeId) : isLive(range)) {
        cache.invalidate(queryKey);
      }
    }
    if (online) {
      expectReplay(cache);
    }
  }),
  onEvent('settingsChanged', (cache) => cache.invalidate(alertRulesQuery().queryKey)),
];
