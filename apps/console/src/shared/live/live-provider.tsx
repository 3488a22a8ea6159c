import type { ServerToConsole, Topic } from '@clusterdesk/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import type { LiveConnection } from './live-connection.js';
import { createLiveConnection } from './live-socket.js';

interface Live {
  connection: LiveConnection;
  /** Since when the connection is lost; null while it stands. */
  lostSince: Date | null;
}

const LiveContext = createContext<Live | null>(null);

/**
 * Keeps the window's live connection open. After a reconnect the events come that were missed; only when some of them are
 * no longer known is every query asked again (docs/decisions/numbered-live-events.md).
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
        // What failed while the server was away is asked again; of the rest, what no event keeps fresh is asked when next shown.
        void queryClient.invalidateQueries({ refetchType: 'none' });
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error',
        });
      }
    };
    socket.on('connect', onConnect);
    socket.on('disconnect', onLost);
    // A refusal, other than an absence, is a matter of the session: the next call finds out and leads to the login page.
    const onRefused = (): void => {
      onLost();
      if (!socket.active) {
        void queryClient.invalidateQueries();
      }
    };
    socket.on('connect_error', onRefused);
    const stopGaps = connection.onGap(() => void queryClient.invalidateQueries());
    connection.open();
    return () => {
      stopGaps();
      socket.off('connect', onConnect);
      socket.off('disconnect', onLost);
      socket.off('connect_error', onRefused);
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

/** Calls `handler` for every event of that name while the component is mounted. */
export function useLiveEvent<Name extends keyof ServerToConsole>(
  name: Name,
  handler: ServerToConsole[Name],
): void {
  const { connection } = useLive();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const listen = (...payload: Parameters<ServerToConsole[Name]>): void => {
      // The pair of name and payload is checked by this function's own signature; TypeScript loses it in the spread.
      (latest.current as (...args: Parameters<ServerToConsole[Name]>) => void)(...payload);
    };
    return connection.on(name, listen as ServerToConsole[Name]);
  }, [connection, name]);
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
