import { limits } from '@clusterdesk/contracts';
import { readPiece } from '../jobs/spool/output-tail.js';
import { log, messageOf } from '../log.js';
import type { ServerConnection } from '../server-connection.js';
import { defaultTimings, type Timings } from '../timings.js';
import type { RunEnd, RunFolder, RunSpec } from './run-folder.js';
import { ScriptProcess } from './script-process.js';

/** Pauses between two looks at a script: short while it writes output, growing while it writes none. */
const pauses = { firstMs: 25, mostMs: 250, growth: 1.15 };
const pauseAfterErrorMs = 1_000;

/** One accepted run from its start until the server has acknowledged its end. */
export class ApplicationRun {
  private ended: RunEnd | null;
  private readonly script: ScriptProcess;
  /** The byte the server wants next. A server that has more says so to the first piece, which it has already. */
  private offset = 0;
  private isReleased: boolean;
  private pauseMs = pauses.firstMs;

  /** @param rules how long the script may run, and whether the host lets it start (still) */
  constructor(
    private readonly spec: RunSpec,
    private readonly folder: RunFolder,
    private readonly server: ServerConnection,
    private readonly rules: { runMs: number; mayStart: boolean },
    private readonly onReleased: () => void,
    timings: Timings = defaultTimings,
  ) {
    this.ended = folder.readEnd();
    this.isReleased = folder.isReleased;
    this.script = new ScriptProcess(folder, timings);
  }

  get isEnded(): boolean {
    return this.ended !== null;
  }

  /** Starts the script, watches it and reports until the server has everything. */
  async supervise(): Promise<void> {
    while (!this.isReleased) {
      try {
        await this.look();
        this.pauseMs = (await this.deliver())
          ? pauses.firstMs
          : Math.min(pauses.mostMs, this.pauseMs * pauses.growth);
      } catch (error) {
        log(`application run ${this.spec.runId}: ${messageOf(error)}`);
        this.pauseMs = pauseAfterErrorMs;
      }
      if (!this.isReleased) {
        await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
      }
    }
  }

  /** The server asks for a run that it was told all of: it has forgotten the end, and hears it again. */
  tellAgain(): void {
    if (this.isReleased) {
      this.isReleased = false;
      void this.supervise();
    }
  }

  private async look(): Promise<void> {
    if (this.ended !== null) {
      return;
    }
    if (!this.script.isStarted) {
      this.startOrGiveUp();
    } else if (this.script.isOver) {
      this.recordEnd(await this.script.end());
    } else if (this.folder.isTimeUp || this.script.isOlderThan(this.rules.runMs)) {
      if (!this.folder.isTimeUp) {
        this.folder.noteTimeUp();
        log(`application run ${this.spec.runId} takes too long and is ended`);
      }
      this.script.stop();
    }
  }

  /**
   * An agent that was away for long does not start what nobody expects any more, and one whose settings were changed meanwhile
   * not what its host does not allow any more.
   */
  private startOrGiveUp(): void {
    const isLate = Date.now() - this.spec.acceptedAt > this.rules.runMs;
    if (!isLate && this.rules.mayStart) {
      this.script.start();
    } else if (this.folder.barLauncher()) {
      this.recordEnd({ exitCode: null, reason: 'lost' });
    }
  }

  private recordEnd(end: RunEnd): void {
    this.folder.writeEnd(end);
    this.ended = end;
    log(`application run ${this.spec.runId}: ${end.reason} (${String(end.exitCode)})`);
  }

  /** Sends the next thing that the server lacks and takes its answer; false when there is nothing or no connection. */
  private async deliver(): Promise<boolean> {
    if (!this.server.isReady) {
      return false;
    }
    const { runId } = this.spec;
    const { offset, ended } = this;
    try {
      const data = readPiece(
        this.folder.outputPath,
        offset,
        limits.jobLogChunkBytes,
        limits.applicationOutputBytes,
      );
      if (data.length > 0) {
        const reply = await this.server.ask('applications.output', { runId, offset, data });
        this.offset = reply.nextOffset;
        return true;
      }
      if (ended !== null) {
        await this.server.ask('applications.ended', { runId, ...ended });
        this.folder.release();
        this.isReleased = true;
        this.onReleased();
      }
      return false;
    } catch {
      return false; // Not answered: the same is sent again.
    }
  }
}
