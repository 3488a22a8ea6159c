import type { MonitorRecord } from '@clusterdesk/contracts';
import { useEffect, useState } from 'react';
import { locale as localeNow, useLanguage, type Locale } from '../../shared/i18n/i18n.js';

/** By name, by the scarcer of processors and memory, or by one of them; the busiest first. */
export const sortNames = ['name', 'load', 'cpu', 'memory'] as const;
export type SortName = (typeof sortNames)[number];

const recentPoints = 5;
const resortMs = 15_000;

/** The average of a series, or of its last points only. */
export function meanOf(points: MonitorRecord['cpus'], count = Infinity): number | undefined {
  const recent = count === Infinity ? points : points.slice(-count);
  return recent.length === 0
    ? undefined
    : recent.reduce((sum, { used }) => sum + used, 0) / recent.length;
}

/** What order the hosts are to have, and why: another `key` orders them anew, even while they are held. */
export interface OrderWish {
  sort: SortName;
  /** Of a live range the load of now counts, of a longer one that of the whole of it. */
  isLive: boolean;
  /** What else decides which hosts there are. */
  key: string;
}

/** Taken from the load of hosts that are offline: they stand behind all others. */
const behindAll = 101;

/** How busy a host is, 0 to 100; below 0 when it is offline. */
export function loadOf(host: MonitorRecord, { sort, isLive }: Omit<OrderWish, 'key'>): number {
  if (sort === 'name') {
    return 0;
  }
  const count = isLive ? recentPoints : Infinity;
  const cpu = sort === 'memory' ? 0 : (meanOf(host.cpus, count) ?? 0);
  const memory = sort === 'cpu' ? 0 : (meanOf(host.mems, count) ?? 0);
  const load = Math.max(cpu, memory);
  if (host.online) {
    return load;
  }
  // Nobody knows the load of now.
  return (isLive ? 0 : load) - behindAll;
}

/** Ids of the hosts, by name as the reader's language sorts it, or the busiest first. */
export function orderOf(
  hosts: readonly MonitorRecord[],
  wish: Omit<OrderWish, 'key'>,
  locale: Locale,
): string[] {
  const byName = new Intl.Collator(locale, { numeric: true });
  return hosts
    .map((host) => ({ host, load: loadOf(host, wish) }))
    .sort((a, b) => b.load - a.load || byName.compare(a.host.hostname, b.host.hostname))
    .map(({ host }) => host.nodeId);
}

/** New hosts behind those that are there; those that have gone leave their place. */
export function keepOrder(
  kept: readonly string[],
  hosts: readonly MonitorRecord[],
  locale: Locale,
): string[] {
  const there = new Set(hosts.map(({ nodeId }) => nodeId));
  const known = new Set(kept);
  return [
    ...kept.filter((nodeId) => there.has(nodeId)),
    ...orderOf(
      hosts.filter(({ nodeId }) => !known.has(nodeId)),
      { sort: 'name', isLive: true },
      locale,
    ),
  ];
}

/**
 * The ids of the hosts in order. By load they change places only now and then, and while `isHeld` not at all, whoever comes or
 * goes: nothing may jump under the pointer.
 */
export function useHostOrder(
  hosts: readonly MonitorRecord[],
  wish: OrderWish,
  isHeld: boolean,
): readonly string[] {
  const isByName = wish.sort === 'name';
  useLanguage();
  const locale = localeNow();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (isByName || isHeld) {
      return undefined;
    }
    const timer = setInterval(() => setTurn((last) => last + 1), resortMs);
    return () => clearInterval(timer);
  }, [isByName, isHeld]);

  const who = hosts.map((host) => `${host.nodeId}${host.online ? '+' : '-'}`).join(' ');
  const cause = `${wish.sort} ${turn} ${locale} ${wish.key}`;
  const [kept, setKept] = useState({ cause: '', who: '', order: [] as readonly string[] });
  if (kept.cause !== cause || (kept.who !== who && !isHeld)) {
    const order = orderOf(hosts, wish, locale);
    setKept({ cause, who, order });
    return order;
  }
  return kept.who === who ? kept.order : keepOrder(kept.order, hosts, locale);
}
