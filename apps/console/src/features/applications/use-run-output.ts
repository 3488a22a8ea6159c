import { endpoints, type ApplicationNode, type HostApplication } from '@clusterdesk/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../shared/api/call.js';
import {
  useLiveEvent,
  useLostSince,
  useWatch,
} from '../../shared/live/connection/live-provider.js';
import { LogStream, type LogState } from '../../shared/log-view/log-stream.js';
import { isAtWork } from './application-state.js';

/** Events are hints: while output may still come the server is asked now and then as well. */
const askMs = 5_000;

/** Which run's output is meant: one that takes its place is another, with a component of its own. */
export interface ShownRun {
  application: Pick<HostApplication, 'name' | 'version'>;
  nodeId: string;
  runId: string;
  state: ApplicationNode['state'];
}

/** The output of one run, live. */
export function useRunOutput({
  application,
  nodeId,
  runId,
  state: runState,
}: ShownRun): LogState & { retry: () => void } {
  const hasEnded = !isAtWork({ state: runState });
  const { name, version } = application;
  const [log] = useState(
    () =>
      new LogStream(async (offset, signal) => {
        const input = { name, version, nodeId, offset };
        const page = await call(endpoints.applications.output, input, signal);
        const isOther = page.runId !== runId;
        return isOther
          ? { offset, nextOffset: offset, text: '', attempt: 0, isComplete: true }
          : { ...page, attempt: 0 };
      }),
  );
  const state = useSyncExternalStore(log.subscribe, log.getState);
  const isConnected = useLostSince() === null;

  useEffect(() => {
    log.start();
    return () => log.stop();
  }, [log]);
  useWatch({ topic: 'application-run', runId });
  useLiveEvent('applicationOutput', (update) => {
    if (update.runId === runId) {
      log.accept(update);
    }
  });
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

  return { ...state, retry: () => void log.catchUp() };
}
