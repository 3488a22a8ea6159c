import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveCache } from '../cache/live-cache.js';
import type { EventName, LiveConnection, Payload } from '../connection/live-connection.js';
import { useLiveConnection } from '../connection/live-provider.js';
import type { LazyLiveRules } from './live-rules.js';

/**
 * Lets the events of a connection reach the cache by rules whose code the first of them fetches: which calls an event is about
 * is known to all of their declarations, and most pages show nothing of them. Without the code everything is asked for again.
 * @returns what ends it
 */
export function applyLiveRules(
  { events, code }: LazyLiveRules,
  connection: Pick<LiveConnection, 'on'>,
  cache: LiveCache,
): () => void {
  let isOver = false;
  const hear = async (name: EventName, payload: Payload<EventName>): Promise<void> => {
    const isTheirs = events[name] as
      true | ((cache: LiveCache, ...payload: Payload<EventName>) => boolean);
    if (isTheirs !== true && !isTheirs(cache, ...payload)) {
      return;
    }
    const rules = await code().catch(() => null);
    if (isOver) {
      return;
    }
    if (!rules) {
      cache.invalidate([]);
      return;
    }
    rules.filter(({ event }) => event === name).forEach((rule) => rule.apply(cache, ...payload));
  };
  const stops = (Object.keys(events) as EventName[]).map((name) =>
    connection.on(name, (...payload) => void hear(name, payload)),
  );
  return () => {
    isOver = true;
    stops.forEach((stop) => stop());
  };
}

/** Lets events reach the cache by the rules of every feature, whose list never changes. */
export function useLiveRules(all: readonly LazyLiveRules[]): void {
  const queryClient = useQueryClient();
  const connection = useLiveConnection();
  useEffect(() => {
    const cache = new LiveCache(queryClient);
    const stops = all.map((rules) => applyLiveRules(rules, connection, cache));
    return () => {
      stops.forEach((stop) => stop());
      cache.stop();
    };
  }, [queryClient, connection, all]);
}
