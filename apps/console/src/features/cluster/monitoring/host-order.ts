import type { MonitorRecord } from '@clusterdesk/contracts';
import { useEffect, useState } from 'react';
import { locale as localeNow, useLanguage, type Locale } from '../../../shared/i18n/i18n.js';

export const sortNames = ['name', 'load'] as const;
export type SortName = (typeof sortNames)[number];

const recentPoints = 5;
const resortMs = 15_000;

const recentMean = (points: MonitorRecord['cpus']): number => {
  const recent = points.slice(-recentPoints);
  return recent.reduce((sum, { used }) => sum + used, 0) / Math.max(1, recent.length);
};

/** How busy a host is now, 0 to 100: the scarcer of processors and memory. Offline hosts stand behind all others. */
export const loadOf = (host: MonitorRecord): number =>
  host.online ? Math.max(recentMean(host.cpus), recentMean(host.mems)) : -1;

/** Ids of the hosts, by name as the reader's language sorts it, or the busiest first. */
export function orderOf(hosts: readonly MonitorRecord[], sort: SortName, locale: Locale): string[] {
  const byName = new Intl.Collator(locale, { numeric: true });
  return [...hosts]
    .sort(
      (a, b) =>
        (sort === 'load' ? loadOf(b) - loadOf(a) : 0) || byName.compare(a.hostname, b.hostname),
    )
    .map((host) => host.nodeId);
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
      'name',
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
  sort: SortName,
  isHeld: boolean,
): readonly string[] {
  useLanguage();
  const locale = localeNow();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (sort !== 'load' || isHeld) {
      return undefined;
    }
    const timer = setInterval(() => setTurn((last) => last + 1), resortMs);
    return () => clearInterval(timer);
  }, [sort, isHeld]);

  const who = hosts.map((host) => `${host.nodeId}${host.online ? '+' : '-'}`).join(' ');
  const cause = `${sort} ${turn} ${locale}`;
  const [kept, setKept] = useState({ cause: '', who: '', order: [] as readonly string[] });
  if (kept.cause !== cause || (kept.who !== who && !isHeld)) {
    const order = orderOf(hosts, sort, locale);
    setKept({ cause, who, order });
    return order;
  }
  return kept.who === who ? kept.order : keepOrder(kept.order, hosts, locale);
}
