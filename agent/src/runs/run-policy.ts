import type { JobGroup } from '../jobs/cgroups/job-group.js';

/** One attempt of a run. */
export interface RunRef {
  id: string;
  attempt: number;
}

/** How one run is started, confined and ended: what its kind decides of it. */
export interface RunPolicy {
  readonly attempt: number;
  /** For the log of the host. */
  readonly title: string;
  /** An entry of the environment, `NAME=value`, that every process of the run carries. */
  readonly marker: string;
  /** Its control group; null where it has none. */
  readonly group: JobGroup | null;
  /** How long it may run, milliseconds; null: for as long as it likes. */
  readonly timeoutMs: number | null;
  /** Between TERM and KILL, milliseconds. */
  readonly stopMs: number;
  /** For the last of its output to be written once the script has ended, milliseconds. */
  readonly writerMs: number;
  /** Processes down to this depth below the launcher get no TERM: what confines a script waits for it. */
  readonly sparedDepth: number;
  /**
   * What becomes of what a script leaves behind that ended by itself: it has ended with its confinement, it is killed, or it stays,
   * and then the run is over with its script.
   */
  readonly leftovers: 'ended' | 'killed' | 'stay';
  /** Whether it is certain that the script itself began; asked when there is an exit code. */
  hasBegun(): boolean;
  /**
   * Checks once more whether the run may start, however long ago it was accepted. What it gives starts the launcher and calls
   * `onGone` when none will start any more.
   * @throws RunRefusedError
   */
  prepare(): Promise<(onGone: () => void) => void>;
  /** What is to be done when the run has ended, and before somebody hears of it. `startedAt` null: it never began. */
  settle(startedAt: number | null): Promise<void>;
}
