import type { Topic } from '@clusterdesk/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLostSince, useWatch } from '../live/connection/live-provider.js';
import { LogStream, type LogMoves, type LogState } from './log-stream.js';

/** Events are hints: while output may still come the server is asked now and then as well. */
const askMs = 5_000;

interface LiveOutputOptions {
  /** Reads a page. It stays the one of the first draw. */
  read: ConstructorParameters<typeof LogStream>[0];
  /** Whether the end of what there is is shown first, and the rest on request. */
  fromEnd?: boolean;
  /** What tells of new output; the caller hands its events to `log`. */
  topic: Topic;
  /** True when no more is written: then it is read to its end at once. */
  hasEnded: boolean;
}

interface LiveOutput {
  log: LogStream;
  state: LogState & { moves: LogMoves; retry: () => void };
}

/** The output of something that runs, live, over reconnects and to its end. */
export function useLiveOutput({ read, fromEnd, topic, hasEnded }: LiveOutputOptions): LiveOutput {
  const [log] = useState(() => new LogStream(read, fromEnd));
  const state = useSyncExternalStore(log.subscribe, log.getState);
  const isConnected = useLostSince() === null;
  useEffect(() => {
    log.start();
    return () => log.stop();
  }, [log]);
  useWatch(topic);
  useEffect(() => {
    if (isConnected || hasEnded) {
      void log.catchUp();
    }
  }, [log, isConnected, hasEnded]);
  useEffect(() => {
    if (state.isComplete) {
      return undefined;
    }
    const timer = setInterval(() => void log.catchUp(), askMs);
    return () => clearInterval(timer);
  }, [log, state.isComplete]);
  return { log, state: { ...state, moves: log, retry: () => void log.retry() } };
}
