import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveCache } from '../cache/live-cache.js';
import type { EventName, LiveConnection, Payload } from '../connection/live-connection.js';
import { useLiveConnection } from '../connection/live-provider.js';

/**
 * What one live event means for the cache. Features export theirs (`features/x/x-live.ts`), `app/live-rules.ts` gathers them,
 * and they hold for as long as somebody is signed in, whichever page is shown.
 */
export type LiveRule = (connection: Pick<LiveConnection, 'on'>, cache: LiveCache) => () => void;

/** A rule for the events of one name. */
export const onEvent =
  <Name extends EventName>(
    name: Name,
    apply: (cache: LiveCache, ...payload: Payload<Name>) => void,
  ): LiveRule =>
  (connection, cache) =>
    connection.on(name, (...payload: Payload<Name>) => apply(cache, ...payload));

/** Lets events reach the cache by the given rules, whose list never changes. */
export function useLiveRules(rules: readonly LiveRule[]): void {
  const queryClient = useQueryClient();
  const connection = useLiveConnection();
  useEffect(() => {
    const cache = new LiveCache(queryClient);
    const stops = rules.map((rule) => rule(connection, cache));
    return () => {
      stops.forEach((stop) => stop());
      cache.stop();
    };
  }, [queryClient, connection, rules]);
}
