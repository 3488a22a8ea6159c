import type { MonitorRecord } from '@clusterdesk/contracts';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/paths.js';
import { rangeNames, type RangeName } from './api/monitor-data.js';
import { sortNames, type SortName } from './host-order.js';

export const hostStates = ['online', 'offline', 'waiting'] as const;
export type HostState = (typeof hostStates)[number];
export const stateChoices = ['all', ...hostStates, 'troubled'] as const;

/** A host that was never heard from waits for its agent; the platform counts it as online for its first minute. */
export const stateOf = ({ online, lastSeen }: MonitorRecord): HostState =>
  lastSeen === null ? 'waiting' : online ? 'online' : 'offline';

/** Somebody should look at it: it is offline, too busy, or out of service. */
export const isTroubled = (host: MonitorRecord): boolean =>
  stateOf(host) === 'offline' ||
  host.alerts.length > 0 ||
  (host.online && host.drainedReason !== null);

const isIn = (host: MonitorRecord, state: MonitorView['state']): boolean =>
  state === 'all' || (state === 'troubled' ? isTroubled(host) : stateOf(host) === state);

/** What the page shows, as its address says it. */
export interface MonitorView {
  range: RangeName;
  sort: SortName;
  state: (typeof stateChoices)[number];
  /** Part of a host's name; '': all. */
  search: string;
}

const defaults: MonitorView = { range: '1h', sort: 'name', state: 'all', search: '' };

const oneOf = <Name extends string>(names: readonly Name[], asked: string | null, other: Name) =>
  names.find((name) => name === asked) ?? other;

/** What is missing or makes no sense gets its default. */
export const readView = (address: URLSearchParams): MonitorView => ({
  range: oneOf(rangeNames, address.get('range'), defaults.range),
  sort: oneOf(sortNames, address.get('sort'), defaults.sort),
  state: oneOf(stateChoices, address.get('state'), defaults.state),
  search: address.get('search')?.trim() ?? defaults.search,
});

/** The hosts that a view is of. */
export function hostsOf(
  hosts: readonly MonitorRecord[],
  { state, search }: Pick<MonitorView, 'state' | 'search'>,
): MonitorRecord[] {
  const part = search.toLowerCase();
  return hosts.filter((host) => isIn(host, state) && host.hostname.toLowerCase().includes(part));
}

/** The page of one host over the same range, beside the view of all in `address`; null: back to all. */
export function hostAddress(address: URLSearchParams, nodeId: string | null): string {
  const next = new URLSearchParams(address);
  next.delete('host');
  if (nodeId !== null) {
    next.set('host', nodeId);
  }
  return `${paths.monitoring}${next.size > 0 ? `?${next}` : ''}`;
}

/** The view in the address: a reload and a sent link show the same. Defaults are left out of it. */
export function useMonitorView(): [MonitorView, (change: Partial<MonitorView>) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (wanted: Partial<MonitorView>): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(wanted)) {
          if (value === defaults[name as keyof MonitorView]) {
            next.delete(name);
          } else {
            next.set(name, value);
          }
        }
        return next;
      },
      { replace: true },
    );
  return [readView(address), change];
}
