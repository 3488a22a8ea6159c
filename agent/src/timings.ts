import type { RetryBounds } from './transport/backoff.js';

/** How long the agent waits for what others do, milliseconds. Specs that would have to sit one out give a shorter one. */
export interface Timings {
  /** Before the tries to connect; null: as suits the way to the server. */
  retry: RetryBounds | null;
  /** Between TERM and KILL for a job, for what its script does at its end. */
  jobStopMs: number;
  /** The same when the agent itself ends: short, for a supervisor waits three seconds before it kills the agent. */
  exitStopMs: number;
  /**
   * Until the ends of all jobs are recorded when the agent ends; what is left then is recorded at the next start. Less than the
   * 3 s after which the launcher kills the agent.
   */
  stopJobsMs: number;
  /** For the writer of a job's output. The launcher waits for it as long as it takes; without one a full pipe is soon empty. */
  jobWriterMs: number;
  /** Between two looks at the disks of the jobs. */
  diskLookMs: number;
  /** Between TERM and KILL for the script of an application, for a package manager to leave its files in order. */
  scriptStopMs: number;
  /** For the last output of such a script to be written; a service that it started may keep the pipe open. */
  scriptWriterMs: number;
  /** How long the processes of a desktop session have to save their work after TERM, before KILL. */
  sessionTermMs: number;
  /** What KILL was sent to is gone within this, but for what waits in the kernel. */
  sessionKillMs: number;
}

export const defaultTimings: Readonly<Timings> = {
  retry: null,
  jobStopMs: 5_000,
  exitStopMs: 1_500,
  stopJobsMs: 2_500,
  jobWriterMs: 5_000,
  diskLookMs: 500,
  scriptStopMs: 10_000,
  scriptWriterMs: 1_000,
  sessionTermMs: 5_000,
  sessionKillMs: 2_000,
};
