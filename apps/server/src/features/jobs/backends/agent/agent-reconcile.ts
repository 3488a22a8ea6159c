import type { PlacedJob } from '../compute-backend.js';

/** After this long without a word a node's jobs are given up. */
export const goneMs = 10 * 60_000;

/** An answer to a command takes at most this long; what came no answer for is sent again. */
export const answerMs = 6_000;

/** A node as reconciling sees it. */
export interface NodeState {
  isOnline: boolean;
  /** How long it has been silent while a server listened, milliseconds. */
  silentMs: number;
}

/** What is to be done about a job on a node. */
export type AgentAction = 'nothing' | 'submit' | 'release' | 'cancel' | 'lose' | 'end-deleted';

/**
 * What a job needs whose agent may have missed something. A job is given to another node only when its command was never
 * emitted; one that may have reached its node waits for it, and is lost when the node stays away for `goneMs`: at most one
 * attempt ever runs at a time. `node` is undefined when the node was deleted.
 */
export function reconcileAction(
  job: PlacedJob,
  node: NodeState | undefined,
  now: number,
): AgentAction {
  if (!node) {
    return job.sentAt ? 'end-deleted' : 'release';
  }
  if (!job.sentAt) {
    const isOverdue = job.placedAt === null || now - job.placedAt.getTime() > answerMs;
    if (!node.isOnline) {
      return 'release';
    }
    return isOverdue ? 'submit' : 'nothing';
  }
  if (!node.isOnline) {
    return node.silentMs > goneMs ? 'lose' : 'nothing';
  }
  if (job.stopReason) {
    return 'cancel';
  }
  return !job.isAccepted && now - job.sentAt.getTime() > answerMs ? 'submit' : 'nothing';
}
