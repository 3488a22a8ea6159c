import type { ChildProcess } from 'node:child_process';
import { ageMs, isRunning, readBootId } from '@clusterdesk/host';
import type { JobEnd, JobFolder, JobSpec, Started, StopRequest } from '../spool/job-folder.js';
import { jobMarker, spawnLauncher } from './launcher.js';
import { MemoryPeak } from './memory-peak.js';
import { killAll, stopProcesses } from './stopper.js';

const stopGraceMs = 5_000;
/** File times are those of the kernel's last tick, a little behind the clock. */
const clockSlackMs = 20;

/** The processes of one job, read from its spool folder and /proc: starts them, stops them, finds out how they ended. */
export class JobProcesses {
  private readonly marker: string;
  private child: ChildProcess | undefined;
  private hasChildLeft = false;
  private started: Started | null = null;
  private stopping: Promise<void> | undefined;
  private readonly memory = new MemoryPeak();

  constructor(
    private readonly folder: JobFolder,
    private readonly spec: JobSpec,
  ) {
    this.marker = jobMarker(folder.path, spec.command.attempt);
  }

  /** When the launcher started; null before that. */
  get startedAt(): number | null {
    this.started ??= this.folder.readStarted();
    return this.started?.launcher ? this.started.startedAt : null;
  }

  get isStarted(): boolean {
    this.started ??= this.folder.readStarted();
    return this.started !== null || this.child !== undefined;
  }

  /** Starts the launcher, unless one has started ever before. */
  start(command: string[]): void {
    if (!this.isStarted) {
      this.child = spawnLauncher(this.folder.path, this.marker, command);
      this.child.on('exit', () => (this.hasChildLeft = true));
      this.child.on('error', () => (this.hasChildLeft = true));
    }
  }

  /** Whether nothing of the job will run any more, or write any more output. */
  get isOver(): boolean {
    this.started ??= this.folder.readStarted();
    if (this.started === null) {
      return this.child !== undefined && this.hasChildLeft;
    }
    return this.started.launcher === null || !isRunning(this.started.launcher);
  }

  get isOutOfTime(): boolean {
    const { timeoutMs } = this.spec.command;
    const launcher = this.started?.launcher;
    return timeoutMs !== null && launcher ? ageMs(launcher) >= timeoutMs : false;
  }

  /** Looks from time to time what memory the job holds. */
  watchMemory(): void {
    if (this.started?.launcher) {
      this.memory.look(this.started.launcher);
    }
  }

  /** Carries out a stop request; may be called again and again. A job that has not started never will. */
  stop(graceMs = stopGraceMs): void {
    if (!this.isStarted && this.folder.barLauncher()) {
      return;
    }
    this.stopping ??= stopProcesses(this.target(), graceMs).finally(() => {
      this.stopping = undefined;
    });
  }

  /** Leaves nothing of the job alive, not even its launcher. */
  async abandon(): Promise<void> {
    this.folder.barLauncher();
    this.started ??= this.folder.readStarted();
    const { launcher } = this.target();
    if (launcher && isRunning(launcher)) {
      process.kill(launcher.pid, 'SIGKILL');
    }
    await killAll({ launcher: null, marker: this.marker });
  }

  /** How the job ended, once `isOver`. Whatever it left behind is killed first. */
  async end(stopRequest: StopRequest | null): Promise<JobEnd> {
    const exit = this.folder.readExit();
    if (exit === null || this.spec.confinement !== 'namespaces') {
      await killAll({ launcher: null, marker: this.marker });
    }
    this.folder.syncOutput();
    const isStopped =
      stopRequest !== null && (exit === null || exit.at + clockSlackMs >= stopRequest.at);
    if (!isStopped && exit !== null && this.hasNotBegun()) {
      return {
        ...{ reason: 'lost', exitCode: null, refusal: 'AGENT_CONFINEMENT_FAILED' },
        ...{ outputBytes: this.folder.outputBytes(), endedAt: exit.at },
      };
    }
    return {
      reason: isStopped ? stopRequest.reason : exit === null ? 'lost' : 'exited',
      exitCode: exit?.code ?? null,
      outputBytes: this.folder.outputBytes(),
      endedAt: exit?.at ?? Date.now(),
      ...this.usage(),
    };
  }

  /** What it used, as far as that is known. */
  private usage(): Pick<JobEnd, 'cpuSeconds' | 'maxRssBytes'> {
    const cpuSeconds = this.folder.readCpuSeconds();
    const maxRssBytes = this.memory.bytes;
    return {
      ...(cpuSeconds !== null && { cpuSeconds }),
      ...(maxRssBytes !== null && { maxRssBytes }),
    };
  }

  /**
   * Whether it is certain that not a line of the script ran: the shell of the job, already confined, has noted nothing. What a
   * file held before the host went down is not certain.
   */
  private hasNotBegun(): boolean {
    const isOfThisBoot = this.started?.launcher?.bootId === readBootId();
    return this.spec.notesBegin && isOfThisBoot && !this.folder.hasBegun();
  }

  private target(): { launcher: Started['launcher']; marker: string } {
    return { launcher: this.started?.launcher ?? null, marker: this.marker };
  }
}
