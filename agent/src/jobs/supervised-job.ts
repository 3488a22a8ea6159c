import { limits } from '@clusterdesk/contracts';
import type { Link } from '../link.js';
import { log, messageOf } from '../log.js';
import type { JobProcesses } from './job-processes.js';
import { JobRefused } from './job-refused.js';
import { readPiece } from './output-tail.js';
import type { JobEnd, JobFolder, JobSpec, StopWish } from './spool.js';

/** How often a job is looked at: often while it talks, seldom while it is quiet. */
const LOOK_MS = { busy: 25, most: 250, grow: 1.15 };
const TROUBLE_MS = 1_000;

/** One accepted job from its start to the server's word that all of it has arrived. */
export class SupervisedJob {
  private wish: StopWish | null;
  private ended: JobEnd | null;
  /** The byte the server wants next; null while it has not said so on this connection. */
  private offset: number | null = null;
  private isStartTold = false;
  /** Whether the last piece of output was a large one, so that the next is likely there already. */
  private hasMore = false;
  private isReleased = false;
  private pauseMs = LOOK_MS.busy;
  private wake: () => void = () => undefined;

  constructor(
    readonly spec: JobSpec,
    private readonly folder: JobFolder,
    private readonly processes: JobProcesses,
    private readonly link: Link,
    /** Computed when the job starts; throws when it cannot be started any more. */
    private readonly prepare: () => string[],
    private readonly onReleased: () => void,
  ) {
    this.wish = folder.readWish();
    this.ended = folder.readEnd();
  }

  get isEnded(): boolean {
    return this.ended !== null;
  }

  /** Watches and reports until released; call once. */
  async supervise(): Promise<void> {
    while (!this.isReleased) {
      try {
        await this.look();
        const hasSent = await this.deliver();
        if (this.hasMore) {
          continue;
        }
        this.pauseMs = hasSent ? LOOK_MS.busy : Math.min(LOOK_MS.most, this.pauseMs * LOOK_MS.grow);
      } catch (error) {
        log(`job ${this.spec.command.jobId}: ${messageOf(error)}`);
        this.pauseMs = TROUBLE_MS;
      }
      if (!this.isReleased) {
        await this.pause();
      }
    }
  }

  /** The server wants the output from here on. */
  attach(nextOffset: number): void {
    this.offset = nextOffset;
    this.isStartTold = false;
    this.hurry();
  }

  /** The connection is gone; the job goes on. */
  detach(): void {
    this.offset = null;
  }

  /** Wishes the end of the job; the first wish counts. Returns when a crash cannot lose it any more. */
  requestStop(reason: StopWish['reason'], graceMs?: number): void {
    if (this.wish === null && this.ended === null) {
      const wish = { reason, at: Date.now() };
      this.folder.writeWish(wish);
      this.wish = wish;
      this.processes.stop(graceMs);
    }
    this.hurry();
  }

  /** Ends and forgets the job without a word: the server has given it to another, or dropped it. */
  async abandon(): Promise<void> {
    this.release();
    await this.processes.abandon();
    this.folder.remove();
  }

  private async look(): Promise<void> {
    if (this.ended !== null) {
      return;
    }
    this.folder.boundOutput();
    if (!this.processes.isStarted && this.wish === null) {
      // After a restart of the agent, only the server's word starts what had not started yet.
      if (this.offset !== null) {
        this.startOrRefuse();
      }
      return;
    }
    if (this.processes.isOver) {
      const end = await this.processes.end(this.wish);
      if (!this.isReleased) {
        this.folder.writeEnd(end);
        this.ended = end;
      }
      return;
    }
    if (this.processes.isOutOfTime) {
      this.requestStop('timeout');
    }
    if (this.wish !== null) {
      this.processes.stop();
    }
  }

  private startOrRefuse(): void {
    try {
      this.processes.start(this.prepare());
    } catch (error) {
      if (!(error instanceof JobRefused)) {
        throw error;
      }
      log(`job ${this.spec.command.jobId} cannot start: ${error.message}`);
      this.folder.refuse(error.message);
    }
  }

  /** Sends the next thing that the server lacks and takes its answer; false when there is nothing or no way. */
  private async deliver(): Promise<boolean> {
    const { jobId, attempt } = this.spec.command;
    const offset = this.offset;
    this.hasMore = false;
    if (offset === null || !this.link.isReady || this.isReleased) {
      return false;
    }
    try {
      const startedAt = this.processes.startedAt;
      if (!this.isStartTold && startedAt !== null) {
        await this.link.ask('jobs.started', { jobId, attempt, startedAt });
        this.isStartTold = true;
        return true;
      }
      const isEnded = this.ended !== null;
      const data = readPiece(this.folder.outputPath, offset, limits.jobLogChunkBytes, isEnded);
      if (data.length > 0) {
        const reply = await this.link.ask('jobs.output', { jobId, attempt, offset, data });
        this.offset = this.offset === null ? null : reply.nextOffset;
        this.hasMore = data.length > limits.jobLogChunkBytes / 2;
        return true;
      }
      if (this.ended !== null) {
        // A power cut can leave less of the output here than the server has: its count is the right one.
        const outputBytes = Math.max(this.ended.outputBytes, offset);
        await this.link.ask('jobs.ended', { jobId, attempt, ...this.ended, outputBytes });
        this.release();
        this.folder.remove();
        this.onReleased();
      }
      return false;
    } catch {
      return false; // Not answered: the same is sent again, after the next hello if the connection is gone.
    }
  }

  private release(): void {
    this.isReleased = true;
    this.hurry();
  }

  private hurry(): void {
    this.pauseMs = LOOK_MS.busy;
    this.wake();
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.pauseMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
