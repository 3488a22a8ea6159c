import {
  endpoints,
  limits,
  monitorStep,
  type MetricSample,
  type MonitorRecord,
} from '@clusterdesk/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/call.js';
import { queryKeyOf } from '../../../shared/api/query.js';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { refetchOnReconnect } from '../../../shared/live/cache/refetch-on-reconnect.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The spans of time one can look at, in milliseconds. */
export const ranges = {
  '15m': 15 * minuteMs,
  '1h': hourMs,
  '6h': 6 * hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
} as const;
export type RangeName = keyof typeof ranges;

export const rangeNames = Object.keys(ranges) as RangeName[];

/** How far apart the points of a series are that came for so many hosts: the server's own step. */
export const stepOf = (range: RangeName, hosts: number): number =>
  monitorStep(ranges[range], hosts).stepMs;

/** Whether a range is short enough to move with each sample; one point of a longer one is of many minutes. */
export const isLive = (range: RangeName): boolean => monitorStep(ranges[range]).level === null;

export const liveRanges = rangeNames.filter(isLive);

/** A longer range is asked for anew this often: twice for each of its points, within what somebody may wait for. */
export const refetchMs = (range: RangeName): number =>
  Math.min(Math.max(stepOf(range, 1) / 2, minuteMs), 10 * minuteMs);

/** The load of all hosts over a range that ends now. */
export function monitorData(range: RangeName) {
  return queryOptions<MonitorRecord[]>({
    queryKey: queryKeyOf(endpoints.cluster.monitorData, { range }),
    queryFn: ({ signal }) =>
      call(endpoints.cluster.monitorData, { from: serverClock.now() - ranges[range] }, signal),
    meta: refetchOnReconnect,
    // Each sample makes a new series: to compare hundreds of thousands of points with those before finds nothing alike.
    structuralSharing: false,
    // Each sample begins the wait anew: of a live range is asked only when none came for as long as a silent host is given. What
    // else is written into a longer range puts its next answer off no further.
    refetchInterval: isLive(range)
      ? limits.agentSilenceMs
      : ({ state }) => {
          const saidAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
          return Math.max(1_000, saidAt + refetchMs(range) - Date.now());
        },
  });
}

type Point = MonitorRecord['cpus'][number];

/** Where the points begin that are not older; few of them are, for they are in order and leave one by one. */
function firstSince(points: readonly Point[], oldest: number): number {
  const first = points.findIndex(({ time }) => time >= oldest);
  return first === -1 ? points.length : first;
}

/** Adds a point, or moves the last one while its step of time lasts; what left the range goes. */
function withPoint(
  points: readonly Point[],
  point: Point,
  { rangeMs, stepMs }: { rangeMs: number; stepMs: number },
): Point[] {
  const oldest = point.time - rangeMs;
  const kept = points.slice(firstSince(points, oldest));
  const last = kept.at(-1);
  if (!last || point.time - last.time >= stepMs) {
    return [...kept, point];
  }
  // Agents replay what they measured while they were cut off: an older sample changes nothing here.
  return point.time < last.time ? kept : [...kept.slice(0, -1), { ...last, used: point.used }];
}

/** Adds live samples to what the server said; a host that is new here needs a fresh answer and is left out. */
export function withSamples(
  records: readonly MonitorRecord[],
  samples: readonly MetricSample[],
  range: RangeName,
): MonitorRecord[] {
  const span = { rangeMs: ranges[range], stepMs: stepOf(range, records.length) };
  const byHost = new Map<string, MetricSample[]>();
  for (const sample of samples) {
    byHost.set(sample.nodeId, [...(byHost.get(sample.nodeId) ?? []), sample]);
  }
  return records.map((record) =>
    (byHost.get(record.nodeId) ?? []).reduce<MonitorRecord>(
      (host, { time, cpu, mem }) => ({
        ...host,
        lastSeen: Math.max(host.lastSeen ?? 0, time),
        cpus: withPoint(host.cpus, { time, used: cpu }, span),
        mems: withPoint(host.mems, { time, used: mem }, span),
      }),
      record,
    ),
  );
}

/** Marks a host as come or gone. */
export const withStatus = (
  records: readonly MonitorRecord[],
  nodeId: string,
  online: boolean,
): MonitorRecord[] =>
  records.map((record) =>
    record.nodeId === nodeId
      ? {
          ...record,
          online,
          lastSeen: online ? (record.lastSeen ?? serverClock.now()) : record.lastSeen,
        }
      : record,
  );
