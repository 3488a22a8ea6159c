import { ageMs, isRunning, readBootId } from '@clusterdesk/host';
import type { RunPolicy } from '../run-policy.js';
import type { Exit, RunEnd, RunFolder, Started, StopRequest } from '../spool/run-folder.js';
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

/** What is to be known of a run to handle its processes. */
export type ProcessPolicy = Pick<
  RunPolicy,
  | 'marker'
  | 'group'
  | 'timeoutMs'
  | 'stopMs'
  | 'writerMs'
  | 'sparedDepth'
  | 'leftovers'
  | 'hasBegun'
>;

/** The processes of one run, read from its spool folder and /proc: starts them, stops them, finds out how they ended. */
export class RunProcesses {
  private isLaunched = false;
  private hasLauncherLeft = false;
  private started: Started | null = null;
  private stopping: Promise<void> | undefined;
  private isEndedForDisk = false;
  private readonly memory: MemoryPeak;

  constructor(
    private readonly folder: RunFolder<unknown>,
    private readonly policy: ProcessPolicy,
  ) {
    this.memory = new MemoryPeak(policy.group);
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
  sinceEndMs({ ranMs, endedAt }: RunEnd): number {
    const { startedAt } = this;
    return ranMs === undefined || startedAt === null
      ? Date.now() - endedAt
      : this.ageMs(startedAt) - ranMs;
  }

  get isStarted(): boolean {
    this.started ??= this.folder.readStarted();
    return this.started !== null || this.isLaunched;
  }

  /** Starts the launcher, unless one has started ever before. */
  start(launch: (onGone: () => void) => void): void {
    if (!this.isStarted) {
      this.isLaunched = true;
      launch(() => (this.hasLauncherLeft = true));
    }
  }

  /** Whether nothing of the run will go on but what it may leave behind, or write any more output that counts. */
  get isOver(): boolean {
    this.started ??= this.folder.readStarted();
    if (this.mayLeaveMore && this.isScriptEnded) {
      return true;
    }
    if (this.started === null) {
      return this.hasLauncherLeft;
    }
    return this.started.launcher === null || !isRunning(this.started.launcher);
  }

  get isOutOfTime(): boolean {
    const { timeoutMs } = this.policy;
    const launcher = this.started?.launcher;
    return timeoutMs !== null && launcher ? ageMs(launcher) >= timeoutMs : false;
  }

  /** Looks from time to time what memory the run holds. */
  watchMemory(): void {
    if (this.started?.launcher) {
      this.memory.look(this.started.launcher);
    }
  }

  /** Carries out a stop request; may be called again and again. A run that has not started never will. */
  stop(graceMs = this.policy.stopMs): void {
    if (!this.isStarted && this.folder.barLauncher()) {
      return;
    }
    const isOver = this.mayLeaveMore ? () => this.isOver : undefined;
    this.stopping ??= stopProcesses(
      this.target(),
      graceMs,
      this.policy.sparedDepth,
      isOver,
    ).finally(() => (this.stopping = undefined));
  }

  /** Leaves nothing of the run alive, not even its launcher. */
  async abandon(): Promise<void> {
    this.folder.barLauncher();
    this.started ??= this.folder.readStarted();
    // With all below it, for what has not joined the group yet is found by nothing else once its parent is gone.
    killTree(this.target().launcher);
    await killAll({ ...this.target(), launcher: null });
    await this.endWriter(0);
    this.policy.group?.remove();
  }

  /** Gives back what the kernel keeps for the run; call when its end is recorded, for what it used is then gone. */
  cleanUp(): void {
    this.policy.group?.remove();
  }

  /** How the run ended, once `isOver`. What it left behind and may not leave is ended first. */
  async end(stopRequest: StopRequest | null): Promise<RunEnd> {
    const exit = await this.endLeftovers(stopRequest);
    await this.endWriter(this.policy.writerMs);
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

  /** Whether memory ran out, and a process of the run was killed for it: the rest of it is then of no use. */
  get isOutOfMemory(): boolean {
    return (this.policy.group?.memoryKills() ?? 0) > 0;
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
   * Kills all of the run: because memory ran out, when its launcher says the exit code, or because what the script left behind
   * keeps the output open. May be called again and again.
   */
  killRest(): void {
    this.stopping ??= this.killAllAndWriter().finally(() => (this.stopping = undefined));
  }

  /** Kills all of the run because it filled the disk: nothing is written to say so before. */
  endForDisk(): void {
    this.isEndedForDisk = true;
    this.killRest();
  }

  /** Every process of the run at this moment. */
  pids(): number[] {
    const grouped = this.policy.group?.exists ? this.policy.group.pids() : undefined;
    return findMembers(this.started?.launcher ?? null, this.policy.marker, grouped).map(
      ({ pid }) => pid,
    );
  }

  /** A script may have given its output to a process outside of the run, which is not ended with it: the writer waits for that one, too. */
  private async killAllAndWriter(): Promise<void> {
    await killAll(this.target());
    if (this.folder.readExit() !== null) {
      await this.endWriter(this.policy.writerMs);
    }
  }

  private async endWriter(withinMs: number): Promise<void> {
    const writer = this.folder.readWriter();
    if (writer !== null) {
      await endWriter(writer, withinMs);
    }
  }

  private get mayLeaveMore(): boolean {
    return this.policy.leftovers === 'stay';
  }

  /**
   * Of a script that was stopped or cut off nothing may stay: the next one would find it at work.
   * @returns the exit code that counts
   */
  private async endLeftovers(stopRequest: StopRequest | null): Promise<Exit | null> {
    const exit = this.folder.readExit();
    if (!this.mayLeaveMore) {
      if (exit === null || this.policy.leftovers === 'killed') {
        await killAll({ ...this.target(), launcher: null });
      }
      return exit;
    }
    if (stopRequest !== null || exit === null) {
      this.stop();
      await this.stopping;
    }
    return this.folder.readExit();
  }

  private memorySentence(): string {
    const limit = this.policy.group?.memoryLimit() ?? null;
    return limit !== null && this.policy.group?.hasMetMemoryLimit() === true
      ? `the job needed more memory than its ${String(Math.round(limit / mebibyte))} MiB and was ended.`
      : 'the memory of this node ran out and the job was ended.';
  }

  /** How long it ran, by the time the host was up; nothing where the host was started anew, or an older launcher did not say. */
  private duration(exit: object | null): Pick<RunEnd, 'ranMs'> {
    const launcher = this.started?.launcher;
    const uptimeMs = this.folder.readEndUptimeMs();
    const isKnown = launcher?.bootId === readBootId() && (uptimeMs !== null || exit === null);
    return isKnown ? { ranMs: Math.max(0, ageMs(launcher, uptimeMs ?? undefined)) } : {};
  }

  /** What it used, as far as that is known. */
  private usage(): Pick<RunEnd, 'cpuSeconds' | 'maxRssBytes'> {
    const cpuSeconds = this.policy.group?.cpuSeconds() ?? this.folder.readCpuSeconds();
    this.memory.lookAtGroup();
    const maxRssBytes = this.memory.bytes;
    return {
      ...(cpuSeconds !== null && { cpuSeconds }),
      ...(maxRssBytes !== null && { maxRssBytes }),
    };
  }

  /**
   * Whether it is certain that not a line of the script ran: the shell of the run, already confined, has noted nothing. What a
   * file held before the host went down is not certain.
   */
  private hasNotBegun(): boolean {
    const isOfThisBoot = this.started?.launcher?.bootId === readBootId();
    return isOfThisBoot && !this.policy.hasBegun();
  }

  private target(): StopTarget {
    const launcher = this.started?.launcher ?? null;
    return {
      launcher,
      marker: this.policy.marker,
      group: this.policy.group,
      writer: this.folder.readWriter(),
    };
  }
}

/** The signal in an exit code, which a shell gives as 128 + its number. */
function signalOf(exitCode: number | null): Pick<RunEnd, 'signal'> {
  const signal = (exitCode ?? 0) - 128;
  return signal >= 1 && signal <= lastSignal ? { signal } : {};
}
