import { limits } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import type { ServerClock } from '../transport/server-clock.js';
import type { ServerConnection } from '../server-connection.js';
import type { GuardedJob } from './disk/disk-guard.js';
import { JobRefusedError } from './job-refused-error.js';
import type { JobProcesses } from './processes/job-processes.js';
import type { JobEnd, JobFolder, JobSpec, StopRequest } from './spool/job-folder.js';
import { readPiece } from './spool/output-tail.js';
import { SupervisedScript } from './supervised-script.js';

/** One accepted job from its start until the server has acknowledged its end. */
export class SupervisedJob extends SupervisedScript {
  private stopRequest: StopRequest | null;
  private ended: JobEnd | null;
  /** The byte the server wants next; null while it has not said so on this connection. */
  private offset: number | null = null;
  private isStartReported = false;
  /** Whether the server has heard that the script has ended, though its output is still on its way. */
  private isEndTold = false;

  constructor(
    readonly spec: JobSpec,
    private readonly folder: JobFolder,
    private readonly processes: JobProcesses,
    private readonly server: ServerConnection,
    private readonly clock: ServerClock,
    /**
     * Gives what writes the launcher's inputs and returns its command; rejects with a JobRefusedError when the job cannot be
     * started any more.
     */
    private readonly prepare: () => Promise<() => string[]>,
    /** What is to be done when the job has ended, and before somebody hears of it. */
    private readonly settle: (startedAt: number | null) => Promise<void>,
    private readonly onReleased: () => void,
  ) {
    super(`job ${spec.command.jobId}`);
    this.stopRequest = folder.readStopRequest();
    this.ended = folder.readEnd();
  }

  get isEnded(): boolean {
    return this.ended !== null;
  }

  /** The server wants the output from here on. */
  attach(nextOffset: number): void {
    this.offset = nextOffset;
    this.isStartReported = false;
    this.isEndTold = false;
    this.poke();
  }

  /** The connection is gone; the job goes on. */
  detach(): void {
    this.offset = null;
  }

  /** Asks the job to end; the first request counts. Returns when a crash cannot lose it any more. */
  requestStop(reason: StopRequest['reason'], graceMs?: number): void {
    if (this.stopRequest === null && this.ended === null) {
      const request = { reason, at: Date.now(), isLate: this.processes.isScriptEnded };
      this.stopRequest = request;
      try {
        this.folder.writeStopRequest(request);
      } catch (error) {
        // On a full disk above all jobs must be stopped; a crash before the end is recorded may then call it lost.
        log(`${this.name}: its stop could not be noted: ${messageOf(error)}`);
      }
      this.processes.stop(graceMs);
    }
    this.poke();
  }

  /** For the guard of the disk; null while nothing of the job runs. */
  get guarded(): GuardedJob | null {
    const [home] = this.spec.command.visibleDirs;
    if (home === undefined || this.ended !== null || !this.processes.isStarted) {
      return null;
    }
    return {
      home,
      pids: () => this.processes.pids(),
      endForDisk: () => this.processes.endForDisk(),
    };
  }

  /** Ends and forgets the job and reports nothing: the server has given it to another node, or dropped it. */
  async abandon(): Promise<void> {
    this.release();
    await this.processes.abandon();
    this.folder.remove();
  }

  protected async look(): Promise<void> {
    if (this.ended !== null) {
      return;
    }
    if (!this.processes.isStarted && this.stopRequest === null) {
      // After a restart of the agent, a job that had not started waits until the server says that it is still wanted.
      if (this.offset !== null) {
        await this.startOrRefuse();
      }
      return;
    }
    if (this.processes.isOver) {
      const end = await this.processes.end(this.stopRequest);
      await this.settle(this.processes.startedAt).catch((error: unknown) => {
        log(`${this.name}: ${messageOf(error)}`);
      });
      this.recordEnd(end);
      return;
    }
    this.processes.watchMemory();
    if (this.processes.isOutOfMemory || this.processes.isHeldUp) {
      this.processes.killRest();
      return;
    }
    if (this.processes.isOutOfTime) {
      this.requestStop('timeout');
    }
    if (this.stopRequest !== null) {
      this.processes.stop();
    }
  }

  private async startOrRefuse(): Promise<void> {
    let writeInputs: () => string[];
    try {
      writeInputs = await this.prepare();
    } catch (error) {
      if (error instanceof JobRefusedError && !this.isReleased && this.folder.barLauncher()) {
        log(`${this.name} cannot start: ${error.message}`);
        this.folder.writeRefusal(error.message);
        this.recordEnd({
          ...{ reason: 'lost', exitCode: null, refusal: error.code },
          ...{ outputBytes: this.folder.outputBytes(), endedAt: Date.now() },
        });
        return;
      }
      throw error;
    }
    // Meanwhile it may have been stopped, its folder may belong to the next attempt, or the connection may have been lost.
    if (this.stopRequest === null && !this.isReleased && this.offset !== null) {
      this.processes.start(writeInputs());
    } else if (this.isReleased) {
      // Its group was made after all of it had been given back.
      this.processes.cleanUp();
    }
  }

  private recordEnd(end: JobEnd): void {
    if (!this.isReleased) {
      this.folder.writeEnd(end);
      this.ended = end;
      this.processes.cleanUp();
    }
  }

  protected async deliver(): Promise<'all' | 'more' | 'none'> {
    const { jobId, attempt } = this.spec.command;
    const offset = this.offset;
    if (offset === null || !this.server.isReady || this.isReleased) {
      return 'none';
    }
    try {
      if (!this.isStartReported && this.processes.startedAt !== null) {
        const startedAt = this.clock.ago(this.processes.ageMs(this.processes.startedAt));
        await this.server.ask('jobs.started', { jobId, attempt, startedAt });
        this.isStartReported = true;
        return 'all';
      }
      const isEnded = this.ended !== null;
      const data = readPiece(this.folder.outputPath, offset, limits.jobLogChunkBytes);
      if (data.length > 0) {
        const isScriptEnded = isEnded && !this.isEndTold;
        const piece = { jobId, attempt, offset, data, ...(isScriptEnded && { isScriptEnded }) };
        const reply = await this.server.ask('jobs.output', piece);
        this.isEndTold ||= isScriptEnded;
        this.offset = this.offset === null ? null : reply.nextOffset;
        return data.length > limits.jobLogChunkBytes / 2 ? 'more' : 'all';
      }
      if (this.ended !== null) {
        // A power cut can leave less of the output here than the server has: its count is the right one.
        const outputBytes = Math.max(this.ended.outputBytes, offset);
        const endedAt = this.clock.ago(this.processes.sinceEndMs(this.ended));
        const end = { ...this.ended, outputBytes, endedAt };
        await this.server.ask('jobs.ended', { jobId, attempt, ...end });
        this.release();
        this.folder.remove();
        this.onReleased();
      }
      return 'none';
    } catch {
      return 'none'; // Not answered: the same is sent again, after the next hello if the connection is gone.
    }
  }
}
