/** How long the launcher waits, milliseconds. Specs that would have to sit one out give a shorter one. */
export interface Timings {
  /** Before a process that ended is started again, the first time. */
  firstRestartMs: number;
  /** The same at most: it doubles with each end. */
  maxRestartMs: number;
  /** A process that ran for so long is healthy: what came before it does not count any more. */
  healthyMs: number;
  /** A log that cannot be written (a full disk) is tried again so often; what comes meanwhile is not kept. */
  reopenLogMs: number;
}

export const defaultTimings: Readonly<Timings> = {
  firstRestartMs: 500,
  maxRestartMs: 10_000,
  healthyMs: 30_000,
  reopenLogMs: 10_000,
};

/** How long the processes may take to stop before they are killed: the agent first, server and worker after it, PostgreSQL last. */
export const stopTimeouts = { agentMs: 3_000, servicesMs: 4_000, databaseMs: 2_000 };

/** The longest a stop may take: the stop timeouts, one after the other, and a little. */
export const stopLimitMs = 9_800;
