import type { ChildProcess } from 'node:child_process';
import { ageMs, isRunning, type ProcessIdentity } from '@clusterdesk/host';
import { endWriter, stopProcesses } from '../jobs/processes/stopper.js';
import { defaultTimings, type Timings } from '../timings.js';
import type { RunEnd, RunFolder } from './run-folder.js';
import { scriptMarker, spawnScript } from './script-launcher.js';

/** The last output of a script is written well within this time; a service that it started may keep the pipe open. */
const writerMs = 1_000;
/** A systemd that has made no scope in this time is done without: its bus may hang. */
const scopeMs = 10_000;

/** The processes of one script, read from its spool folder and /proc: starts them, stops them, finds out how they ended. */
export class ScriptProcess {
  private readonly marker: string;
  private child: ChildProcess | undefined;
  private hasChildLeft = false;
  private known: ProcessIdentity | null = null;
  private stopping: Promise<void> | null = null;

  constructor(
    private readonly folder: RunFolder,
    private readonly timings: Pick<Timings, 'scriptStopMs'> = defaultTimings,
  ) {
    this.marker = scriptMarker(folder.path);
  }

  get isStarted(): boolean {
    return this.launcher !== null || this.child !== undefined;
  }

  /** Whether the script has ended, or will never. */
  get isOver(): boolean {
    if (this.folder.readExit() !== null) {
      return true;
    }
    return this.launcher === null ? this.hasChildLeft : !isRunning(this.launcher);
  }

  /** Starts the launcher, unless one has started ever before. A systemd that makes no scope is done without. */
  start(isScoped?: boolean): void {
    const child = spawnScript(this.folder.path, isScoped);
    this.child = child;
    const isStuck = setTimeout(() => {
      if (this.launcher === null) {
        child.kill('SIGKILL');
      }
    }, scopeMs).unref();
    const onGone = (): void => {
      clearTimeout(isStuck);
      if (this.launcher === null && child.spawnargs.includes('--scope')) {
        this.start(false);
      } else {
        this.hasChildLeft = true;
      }
    };
    child.once('exit', onGone);
    child.once('error', onGone);
  }

  /** Whether it has run for this long, even if the clock was set meanwhile. */
  isOlderThan(limitMs: number): boolean {
    return this.launcher !== null && ageMs(this.launcher) >= limitMs;
  }

  /** Asks all of it to end, and kills what has not after the grace; call as often as you like. */
  stop(): void {
    this.stopping ??= this.stopNow();
  }

  /**
   * How it ended; call when it is over. What a script left behind that ended by itself is its own: it may have started a service.
   * Of any other nothing stays, or the next one would find it at work.
   */
  async end(): Promise<RunEnd> {
    if (this.folder.isTimeUp || this.folder.readExit() === null) {
      this.stop();
      await this.stopping;
    }
    const writer = this.folder.readWriter();
    if (writer !== null) {
      await endWriter(writer, writerMs);
    }
    const exitCode = this.folder.readExit()?.code ?? null;
    if (this.folder.isTimeUp) {
      return { exitCode, reason: 'timeout' };
    }
    return { exitCode, reason: exitCode === null ? 'lost' : 'exited' };
  }

  private get launcher(): ProcessIdentity | null {
    this.known ??= this.folder.readStarted()?.launcher ?? null;
    return this.known;
  }

  private async stopNow(): Promise<void> {
    const writer = this.folder.readWriter();
    const target = { launcher: this.launcher, marker: this.marker, group: null, writer };
    await stopProcesses(target, this.timings.scriptStopMs, 0, () => this.isOver);
  }
}
