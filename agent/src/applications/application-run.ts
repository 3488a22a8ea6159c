import { limits } from '@clusterdesk/contracts';
import { readPiece } from '../jobs/spool/output-tail.js';
import { SupervisedScript } from '../jobs/supervised-script.js';
import { log } from '../log.js';
import type { ServerConnection } from '../server-connection.js';
import { defaultTimings, type Timings } from '../timings.js';
import type { RunEnd, RunFolder, RunSpec } from './run-folder.js';
import { ScriptProcess } from './script-process.js';

/** One accepted run from its start until the server has acknowledged its end. */
export class ApplicationRun extends SupervisedScript {
  private ended: RunEnd | null;
  private readonly script: ScriptProcess;
  /** The byte the server wants next. A server that has more says so to the first piece, which it has already. */
  private offset = 0;

  /** @param rules how long the script may run, and whether the host lets it start (still) */
  constructor(
    private readonly spec: RunSpec,
    private readonly folder: RunFolder,
    private readonly server: ServerConnection,
    private readonly rules: { runMs: number; mayStart: boolean },
    private readonly onReleased: () => void,
    timings: Timings = defaultTimings,
  ) {
    super(`application run ${spec.runId}`);
    this.ended = folder.readEnd();
    this.isReleased = folder.isReleased;
    this.script = new ScriptProcess(folder, timings);
  }

  get isEnded(): boolean {
    return this.ended !== null;
  }

  /** The server asks for a run that it was told all of: it has forgotten the end, and hears it again. */
  tellAgain(): void {
    if (this.isReleased) {
      this.isReleased = false;
      void this.supervise();
    }
  }

  protected async look(): Promise<void> {
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
        log(`${this.name} takes too long and is ended`);
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
    log(`${this.name}: ${end.reason} (${String(end.exitCode)})`);
  }

  protected async deliver(): Promise<'all' | 'none'> {
    if (!this.server.isReady) {
      return 'none';
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
        return 'all';
      }
      if (ended !== null) {
        await this.server.ask('applications.ended', { runId, ...ended });
        this.folder.release();
        this.release();
        this.onReleased();
      }
      return 'none';
    } catch {
      return 'none'; // Not answered: the same is sent again.
    }
  }
}
