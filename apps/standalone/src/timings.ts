/** How long the launcher waits, milliseconds. Specs that would have to sit one out give a shorter one. */
export interface Timings {
  /** Before a process that ended is started again, the first time. */
  firstRestartMs: number;
  /** The same at most: it doubles with each end. */
  maxRestartMs: number;
  /** A process that ran for this long had started: what ended it is not its start, and the next one need not wait. */
  healthyMs: number;
  /** How often writing to a log that failed (a full disk) is tried again; lines in between are lost. */
  reopenLogMs: number;
}

export const defaultTimings: Readonly<Timings> = {
  firstRestartMs: 100,
  maxRestartMs: 10_000,
  healthyMs: 5_000,
  reopenLogMs: 10_000,
};

/** How long a stop may take, unless `STOP_TIMEOUT_MS` says otherwise: Docker and others allow no more. */
export const defaultStopTimeoutMs = 10_000;

/** What the parts of a stop may take, milliseconds. */
export interface StopLimits {
  /** Of the agent, which goes first. */
  agentMs: number;
  /** Of server and worker, after it. */
  servicesMs: number;
  /** How long server and worker wait for what is under way before they cut it off and end. */
  cutOffMs: number;
  /** Of PostgreSQL, which goes last. */
  databaseMs: number;
  /** Of all of it. */
  wholeMs: number;
}

/** The limits of a stop that is over within `timeoutMs`, even when each process has to be killed. */
export const stopLimits = (timeoutMs: number): StopLimits => ({
  agentMs: 0.3 * timeoutMs,
  servicesMs: 0.4 * timeoutMs,
  cutOffMs: Math.round(0.37 * timeoutMs),
  databaseMs: 0.2 * timeoutMs,
  wholeMs: 0.98 * timeoutMs,
});
