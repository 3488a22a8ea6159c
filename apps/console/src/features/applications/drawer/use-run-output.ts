import { endpoints, type ApplicationNode, type HostApplication } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { useLiveEvent } from '../../../shared/live/connection/live-provider.js';
import type { LogMoves, LogState } from '../../../shared/log-view/log-stream.js';
import { useLiveOutput } from '../../../shared/log-view/use-live-output.js';
import { isAtWork } from '../application-state.js';

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
}: ShownRun): LogState & { moves: LogMoves; retry: () => void } {
  const { name, version } = application;
  const { log, state } = useLiveOutput({
    read: async (place, signal) => {
      // All of it is kept in view, so it is never asked for from its end.
      const offset = 'offset' in place ? place.offset : 0;
      const input = { name, version, nodeId, offset };
      const page = await call(endpoints.applications.output, input, signal);
      const isOther = page.runId !== runId;
      return isOther
        ? { offset, nextOffset: offset, text: '', attempt: 0, isComplete: true }
        : { ...page, attempt: 0 };
    },
    topic: { topic: 'application-run', runId },
    hasEnded: !isAtWork({ state: runState }),
  });
  useLiveEvent('applicationOutput', (update) => {
    if (update.runId === runId) {
      log.accept(update);
    }
  });
  return state;
}
