import { endpoints, type Topic } from '@clusterdesk/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { queryKeyOf } from '../../api/query.js';
import { LiveCache } from '../cache/live-cache.js';
import type { EventName, LiveConnection, Payload } from './live-connection.js';
import { platformBuild } from '../../lib/connection/platform-build.js';
import { isStreamFed } from '../cache/refetch-on-reconnect.js';
import { createLiveConnection } from './live-socket.js';

interface Live {
  connection: LiveConnection;
  /** Since when the connection is lost; null while it stands. */
  lostSince: Date | null;
}

const LiveContext = createContext<Live | null>(null);

/** The reason of a refused connection that only the session can mend. */
const signedOutRefusal = 'SESSION_NOT_SIGNED_IN';
/** The reason of one that the user mends by choosing another password, to which the guard leads. */
const passwordRefusal = 'ACCESS_PASSWORD_CHANGE_FIRST';

/**
 * Keeps the window's live connection open. Where events were missed, as during a lost connection, every query that is shown is asked
 * again (docs/decisions/numbered-live-events.md).
 */
export function LiveProvider({ children }: { children: ReactNode }): ReactNode {
  const queryClient = useQueryClient();
  const [connection] = useState(createLiveConnection);
  const [lostSince, setLostSince] = useState<Date | null>(null);

  useEffect(() => {
    const { socket } = connection;
    let wasLost = false;
    const onLost = (): void => {
      wasLost = true;
      setLostSince((since) => since ?? new Date());
    };
    const onConnect = (): void => {
      setLostSince(null);
      if (wasLost) {
        wasLost = false;
        // What failed while the server was away, and what is fed by a stream, is asked again; of the rest, what no event
        // keeps fresh is asked when next shown.
        void queryClient.invalidateQueries({ refetchType: 'none' });
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state, meta }) => state.status === 'error' || isStreamFed(meta),
        });
      }
    };
    const onRefused = (error: Error): void => {
      onLost();
      // One call finds out and leads to the login page; any other refusal is the server's own trouble and ends by itself.
      if (error.message === signedOutRefusal) {
        void call(endpoints.account.detail, {}).catch(() => undefined);
      } else if (error.message === passwordRefusal) {
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoints.account.detail) });
      }
    };
    // The browser knows at once what a silent connection finds out after many seconds.
    const onOffline = (): void => {
      onLost();
      connection.drop();
    };
    const onBuild = (buildId: string): void => platformBuild.hear(buildId);
    const onOnline = (): void => connection.reconnectNow();
    socket.on('connect', onConnect);
    socket.on('disconnect', onLost);
    socket.on('connect_error', onRefused);
    socket.on('serverBuild', onBuild);
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onOnline);
    const cache = new LiveCache(queryClient);
    const stopGaps = connection.onGap(() => cache.invalidate([]));
    connection.open();
    return () => {
      stopGaps();
      cache.stop();
      socket.off('connect', onConnect);
      socket.off('disconnect', onLost);
      socket.off('connect_error', onRefused);
      socket.off('serverBuild', onBuild);
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
      connection.close();
    };
  }, [connection, queryClient]);

  return <LiveContext value={{ connection, lostSince }}>{children}</LiveContext>;
}

function useLive(): Live {
  const live = use(LiveContext);
  if (!live) {
    throw new Error('useLive needs LiveProvider above it');
  }
  return live;
}

/** Since when the live connection is lost; null while it stands. */
export const useLostSince = (): Date | null => useLive().lostSince;

/** The window's live connection, for what holds as long as somebody is signed in. */
export const useLiveConnection = (): LiveConnection => useLive().connection;

/** Calls `handler` for every event of that name while the component is mounted; the cache is the live rules' matter. */
export function useLiveEvent<Name extends EventName>(
  name: Name,
  handler: (...payload: Payload<Name>) => void,
): void {
  const { connection } = useLive();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(
    () => connection.on(name, (...payload: Payload<Name>) => latest.current(...payload)),
    [connection, name],
  );
}

/** Watches a topic while the component is mounted; null watches nothing. */
export function useWatch(topic: Topic | null): void {
  const { connection } = useLive();
  const key = topic ? JSON.stringify(topic) : null;
  useEffect(
    () => (key ? connection.watch(JSON.parse(key) as Topic) : undefined),
    [connection, key],
  );
}
