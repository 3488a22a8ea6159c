import { endpoints, type MonitorRecord } from '@clusterdesk/contracts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { queryKeyOf } from '../../../shared/api/query.js';
import { LiveCache } from '../../../shared/live/cache/live-cache.js';
import type { Payload } from '../../../shared/live/connection/live-connection.js';
import { alertLiveRules } from './alert-live.js';

const key = queryKeyOf(endpoints.cluster.monitorData, { range: '1h' });
const alert = { kind: 'cpu' as const, since: 1, value: 98 };
let queries: QueryClient;
let cache: LiveCache;

beforeEach(() => {
  queries = new QueryClient();
  cache = new LiveCache(queries);
  queries.setQueryData(key, [
    { nodeId: 'a', alerts: [] },
    { nodeId: 'b', alerts: [alert] },
  ]);
});
const tell = (event: Payload<'nodeAlertsChanged'>[0]): void =>
  alertLiveRules.forEach((rule) => rule.apply(cache, event));
afterEach(() => {
  cache.stop();
  queries.clear();
});

const alerts = () =>
  queries.getQueryData<MonitorRecord[]>(key)?.map((record) => record.alerts.length);
const isOutdated = () => queries.getQueryState(key)?.isInvalidated;

it('writes alerts onto their hosts and asks for nothing', () => {
  const [, other] = queries.getQueryData<MonitorRecord[]>(key) ?? [];
  tell({ nodes: [{ nodeId: 'a', alerts: [alert] }] });
  expect(alerts()).toEqual([1, 1]);
  // Its card is not drawn anew.
  expect(queries.getQueryData<MonitorRecord[]>(key)?.[1]).toBe(other);
  tell({ nodes: [{ nodeId: 'b', alerts: [] }] });
  expect(alerts()).toEqual([1, 0]);
  expect(isOutdated()).toBe(false);
});

it('makes an answer look no newer than it is', () => {
  queries.setQueryData<MonitorRecord[]>(key, (records) => records, { updatedAt: 5_000 });
  tell({ nodes: [{ nodeId: 'a', alerts: [alert] }] });
  expect(alerts()).toEqual([1, 1]);
  expect(queries.getQueryState(key)?.dataUpdatedAt).toBe(5_000);
});

it('asks again for very many, and when an answer from before is on its way', () => {
  void queries.prefetchQuery({ queryKey: key, queryFn: () => new Promise<never>(() => undefined) });
  tell({ nodes: [{ nodeId: 'a', alerts: [alert] }] });
  expect(isOutdated()).toBe(true);
  queries.setQueryData(key, (known: unknown) => known);
  expect(isOutdated()).toBe(false);
  tell({ nodes: null });
  expect(isOutdated()).toBe(true);
});
