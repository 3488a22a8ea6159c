import type { ChildProcess } from 'node:child_process';
import { ageMs, isRunning, readBootId } from '@clusterdesk/host';
import { defaultTimings, type Timings } from '../../timings.js';
import type { JobGroup } from '../cgroups/job-group.js';
import type { JobEnd, JobFolder, JobSpec, StopRequest } from '../spool/job-folder.js';
import type { Started } from '../spool/spool-folder.js';
import { jobMarker, spawnLauncher } from './launcher.js';
import { MemoryPeak } from './memory-peak.js';
import { findMembers } from './process-tree.js';
import { endWriter, killAll, killTree, stopProcesses, type StopTarget } from './stopper.js';

/** The last output of a script that left nothing behind is written well within this time. */
const leftoverGraceMs = 200;
const mebibyte = 1024 * 1024;
/** As a shell says that a process was killed. */
const killedCode = 137;
/** The largest number of a signal. */
const lastSignal = 64;
const diskSentence =
  'the disk was nearly full, and your jobs had written most to it lately: the job was ended.';

/** The processes of one job, read from its spool folder and /proc: starts them, stops them, finds out how they ended. */
export class JobProcesses {
  private readonly marker: string;
  private child: ChildProcess | undefined;
  private hasChildLeft = false;
  private started: Started | null = null;
  private stopping: Promise<void> | undefined;
  private isEndedForDisk = false;
  private readonly memory: MemoryPeak;

  constructor(
    private readonly folder: JobFolder,
    private readonly spec: JobSpec,
    private readonly group: JobGroup | null,
    private readonly timings: Pick<Timings, 'jobStopMs' | 'jobWriterMs'> = defaultTimings,
  ) {
    this.memory = new MemoryPeak(group);
    this.marker = jobMarker(folder.path, spec.command.attempt);
  }

  /** When the launcher started; null before that. */
  get startedAt(): number | null {
    this.started ??= this.folder.readStarted();
    return this.started?.launcher ? this.started.startedAt : null;
  }

  /** Milliseconds since its start, whatever was done to the host's clock; by that clock for what ran before the host's last boot. */
  ageMs(startedAt: number): number {
    const launcher = this.started?.launcher;
    return launcher?.bootId === readBootId() ? ageMs(launcher) : Date.now() - startedAt;
  }

  /** The same since its end. */
  sinceEndMs({ ranMs, endedAt }: JobEnd): number {
    const { startedAt } = this;
    return ranMs === undefined || startedAt === null
      ? Date.now() - endedAt
      : this.ageMs(startedAt) - ranMs;
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
  stop(graceMs = this.timings.jobStopMs): void {
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
    // With all below it, for what has not joined the group yet is found by nothing else once its parent is gone.
    killTree(this.target().launcher);
    await killAll({ ...this.target(), launcher: null });
    await this.endWriter(0);
    this.group?.remove();
  }

  /** Gives back what the kernel keeps for the job; call when its end is recorded, for what it used is then gone. */
  cleanUp(): void {
    this.group?.remove();
  }

  /** How the job ended, once `isOver`. Whatever it left behind is killed first. */
  async end(stopRequest: StopRequest | null): Promise<JobEnd> {
    const exit = this.folder.readExit();
    if (exit === null || this.spec.confinement !== 'namespaces') {
      await killAll({ ...this.target(), launcher: null });
    }
    await this.endWriter(this.timings.jobWriterMs);
    if (this.folder.isOutputTorn) {
      this.folder.appendNote('the disk of this node took no more of the output.');
    }
    const isStopped = stopRequest !== null && (exit === null || !stopRequest.isLate);
    const hasFailed = !isStopped && exit?.code !== 0;
    const endedForDisk = hasFailed && this.isEndedForDisk;
    const endedForMemory = hasFailed && !endedForDisk && exit !== null && this.isOutOfMemory;
    if (endedForMemory) {
      this.folder.appendNote(this.memorySentence());
    }
    if (endedForDisk) {
      this.folder.appendNote(diskSentence);
    }
    if (!isStopped && exit !== null && this.hasNotBegun()) {
      return {
        ...{ reason: 'lost', exitCode: null, refusal: 'AGENT_CONFINEMENT_FAILED' },
        ...{ outputBytes: this.folder.outputBytes(), endedAt: exit.at },
      };
    }
    this.folder.syncOutput();
    // On a full disk its launcher could not write it down.
    const exitCode = exit?.code ?? (endedForDisk ? killedCode : null);
    return {
      reason: isStopped ? stopRequest.reason : exit || endedForDisk ? 'exited' : 'lost',
      exitCode,
      ...signalOf(exitCode),
      ...this.duration(exit),
      outputBytes: this.folder.outputBytes(),
      endedAt: exit?.at ?? Date.now(),
      ...(endedForMemory && { cause: 'memory' }),
      ...(endedForDisk && { cause: 'disk' }),
      ...this.usage(),
    };
  }

  /** Whether memory ran out, and a process of the job was killed for it: the rest of it is then of no use. */
  get isOutOfMemory(): boolean {
    return (this.group?.memoryKills() ?? 0) > 0;
  }

  get isScriptEnded(): boolean {
    return this.folder.readExit() !== null;
  }

  /** Whether the script ended a moment ago and the launcher still waits: what was left behind keeps the output open. */
  get isHeldUp(): boolean {
    const exit = this.folder.readExit();
    // A clock that was set back meanwhile would have us wait until it is there again.
    return exit !== null && Math.abs(Date.now() - exit.at) > leftoverGraceMs;
  }

  /**
   * Kills all of the job: because memory ran out, when its launcher says the exit code, or because what the script left behind
   * keeps the output open. May be called again and again.
   */
  killRest(): void {
    this.stopping ??= this.killAllAndWriter().finally(() => {
      this.stopping = undefined;
    });
  }

  /** Kills all of the job because it filled the disk: nothing is written to say so before. */
  endForDisk(): void {
    this.isEndedForDisk = true;
    this.killRest();
  }

  /** Every process of the job at this moment. */
  pids(): number[] {
    const grouped = this.group?.exists ? this.group.pids() : undefined;
    return findMembers(this.started?.launcher ?? null, this.marker, grouped).map(({ pid }) => pid);
  }

  /** A script may have given its output to a process outside of the job, which is not ended with it: the writer waits for that one, too. */
  private async killAllAndWriter(): Promise<void> {
    await killAll(this.target());
    if (this.folder.readExit() !== null) {
      await this.endWriter(this.timings.jobWriterMs);
    }
  }

  private async endWriter(withinMs: number): Promise<void> {
    const writer = this.folder.readWriter();
    if (writer !== null) {
      await endWriter(writer, withinMs);
    }
  }

  private memorySentence(): string {
    const limit = this.group?.memoryLimit() ?? null;
    return limit !== null && this.group?.hasMetMemoryLimit() === true
      ? `the job needed more memory than its ${String(Math.round(limit / mebibyte))} MiB and was ended.`
      : 'the memory of this node ran out and the job was ended.';
  }

  /** How long it ran, by the time the host was up; nothing where the host was started anew, or an older launcher did not say. */
  private duration(exit: object | null): Pick<JobEnd, 'ranMs'> {
    const launcher = this.started?.launcher;
    const uptimeMs = this.folder.readEndUptimeMs();
    const isKnown = launcher?.bootId === readBootId() && (uptimeMs !== null || exit === null);
    return isKnown ? { ranMs: Math.max(0, ageMs(launcher, uptimeMs ?? undefined)) } : {};
  }

  /** What it used, as far as that is known. */
  private usage(): Pick<JobEnd, 'cpuSeconds' | 'maxRssBytes'> {
    const cpuSeconds = this.group?.cpuSeconds() ?? this.folder.readCpuSeconds();
    this.memory.lookAtGroup();
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
    return isOfThisBoot && !this.folder.hasBegun();
  }

  private target(): StopTarget {
    const launcher = this.started?.launcher ?? null;
    return { launcher, marker: this.marker, group: this.group, writer: this.folder.readWriter() };
  }
}

/** The signal in an exit code, which a shell gives as 128 + its number. */
function signalOf(exitCode: number | null): Pick<JobEnd, 'signal'> {
  const signal = (exitCode ?? 0) - 128;
  return signal >= 1 && signal <= lastSignal ? { signal } : {};
}
