import type { MonitorRecord } from '@clusterdesk/contracts';
import { isTroubled, stateOf } from '../monitor-view.js';

/** How all hosts together are doing. */
export interface ClusterLoad {
  hosts: number;
  online: number;
  troubled: number;
  /** Percent of all processors of the hosts that are online; null: none of them says. */
  cpu: number | null;
  /** The same of their memory. */
  memory: number | null;
}

/** The mean of the newest values, each as heavy as its host is large. */
function meanOfNow(
  hosts: readonly MonitorRecord[],
  pointsOf: (host: MonitorRecord) => MonitorRecord['cpus'],
  sizeOf: (host: MonitorRecord) => number | null,
): number | null {
  let sum = 0;
  let size = 0;
  for (const host of hosts) {
    const newest = pointsOf(host).at(-1);
    if (newest && stateOf(host) === 'online') {
      const weight = sizeOf(host) ?? 1;
      sum += newest.used * weight;
      size += weight;
    }
  }
  return size === 0 ? null : sum / size;
}

/** A host with 64 cores counts 16 times as much as one with 4. */
export const clusterLoadOf = (hosts: readonly MonitorRecord[]): ClusterLoad => ({
  hosts: hosts.length,
  online: hosts.filter((host) => stateOf(host) === 'online').length,
  troubled: hosts.filter(isTroubled).length,
  cpu: meanOfNow(
    hosts,
    ({ cpus }) => cpus,
    ({ cpuCount }) => cpuCount,
  ),
  memory: meanOfNow(
    hosts,
    ({ mems }) => mems,
    ({ memoryBytes }) => memoryBytes,
  ),
});
