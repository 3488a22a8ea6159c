import { limits, type RunKindName } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import type { ServerConnection } from '../server-connection.js';
import type { ServerClock } from '../transport/server-clock.js';
import { RunProcesses } from './processes/run-processes.js';
import type { RunPolicy } from './run-policy.js';
import { RunRefusedError } from './run-refused-error.js';
import { onceChanged } from './spool/folder-watch.js';
import { readPiece } from './spool/output-tail.js';
import type { RunEnd, RunFolder, StopRequest } from './spool/run-folder.js';

/** Pauses between two looks at a run: short while it writes output, growing while it writes none; what it writes then ends the pause. */
const pauses = { firstMs: 25, mostMs: 250, growth: 1.15 };
/** The same before the first output, which somebody waits for. */
const firstOutputMs = 5;
const pauseAfterErrorMs = 1_000;

/** Whom a run reports to. */
export interface RunReports {
  kind: RunKindName;
  server: ServerConnection;
  clock: ServerClock;
  /** The server has acknowledged all of it. */
  onReleased: () => void;
}

/** One accepted run from its start until the server has acknowledged its end. */
export class SupervisedRun<Spec> {
  readonly processes: RunProcesses;
  private isReleased: boolean;
  private pauseMs = pauses.firstMs;
  private isPoked = false;
  private endPause: () => void = () => undefined;
  private shortenPause: () => void = () => undefined;
  /** Ends the watch over the folder; null while nobody watches it. */
  private endWatch: (() => void) | null = null;
  private stopRequest: StopRequest | null;
  private ended: RunEnd | null;
  /** The byte the server wants next; null while it has not said so on this connection. */
  private offset: number | null = null;
  private isStartReported = false;
  /** Whether the server has heard that the script has ended, though its output is still on its way. */
  private isEndTold = false;

  constructor(
    readonly spec: Spec,
    readonly folder: RunFolder<Spec>,
    readonly policy: RunPolicy,
    private readonly reports: RunReports,
  ) {
    this.processes = new RunProcesses(folder, policy);
    this.stopRequest = folder.readStopRequest();
    this.ended = folder.readEnd();
    this.isReleased = folder.isReleased;
  }

  get isEnded(): boolean {
    return this.ended !== null;
  }

  /** Whether the server knows all of it. */
  get isHandedOver(): boolean {
    return this.isReleased;
  }

  /** Starts the script, watches it and reports until the server has everything. */
  async supervise(): Promise<void> {
    while (!this.isReleased) {
      this.isPoked = false;
      try {
        await this.look();
        const sent = await this.deliver();
        if (sent === 'more') {
          continue;
        }
        this.pauseMs =
          sent === 'all' ? pauses.firstMs : Math.min(pauses.mostMs, this.pauseMs * pauses.growth);
      } catch (error) {
        log(`${this.name}: ${messageOf(error)}`);
        this.pauseMs = pauseAfterErrorMs;
      }
      // What comes while it looks, as the server's word that it is wanted, is looked at at once.
      if (!this.isReleased && !this.isPoked) {
        await this.pause();
      }
    }
    this.endWatch?.();
    this.endWatch = null;
  }

  /** The server orders a run that is known here, perhaps told to the end: it has forgotten, and hears it again. */
  tellAgain(): void {
    if (this.offset === null) {
      this.attach(0);
    }
    if (this.isReleased) {
      this.isReleased = false;
      void this.supervise();
    }
  }

  /** The server wants the output from here on. */
  attach(nextOffset: number): void {
    this.offset = nextOffset;
    this.isStartReported = false;
    this.isEndTold = false;
    this.poke();
  }

  /** The connection is gone; the run goes on. */
  detach(): void {
    this.offset = null;
  }

  /** Asks the run to end; the first request counts. Returns when a crash cannot lose it any more. */
  requestStop(reason: StopRequest['reason'], graceMs?: number): void {
    if (this.stopRequest === null && this.ended === null) {
      const request = { reason, at: Date.now(), isLate: this.processes.isScriptEnded };
      this.stopRequest = request;
      try {
        this.folder.writeStopRequest(request);
      } catch (error) {
        // On a full disk above all it must be stopped; a crash before the end is recorded may then call it lost.
        log(`${this.name}: its stop could not be noted: ${messageOf(error)}`);
      }
      this.processes.stop(graceMs);
    }
    this.poke();
  }

  /** Ends and forgets the run and reports nothing: the server has given it to another node, or dropped it. */
  async abandon(): Promise<void> {
    this.release();
    await this.processes.abandon();
    this.folder.remove();
  }

  private get name(): string {
    return this.policy.title;
  }

  /** Does what the state of its processes asks for. */
  private async look(): Promise<void> {
    if (this.ended !== null) {
      return;
    }
    if (!this.processes.isStarted && this.stopRequest === null) {
      // After a restart of the agent, a run that had not started waits until the server says that it is still wanted.
      if (this.offset !== null) {
        await this.startOrRefuse();
      }
      return;
    }
    if (this.processes.isOver) {
      const end = await this.processes.end(this.stopRequest);
      await this.policy.settle(this.processes.startedAt).catch((error: unknown) => {
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
    if (this.processes.isOutOfTime && this.stopRequest === null) {
      log(`${this.name} takes too long and is ended`);
      this.requestStop('timeout');
    }
    if (this.stopRequest !== null) {
      this.processes.stop();
    }
  }

  private async startOrRefuse(): Promise<void> {
    let launch: Awaited<ReturnType<RunPolicy['prepare']>>;
    try {
      launch = await this.policy.prepare();
    } catch (error) {
      if (error instanceof RunRefusedError && !this.isReleased && this.folder.barLauncher()) {
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
      this.processes.start(launch);
    } else if (this.isReleased) {
      // Its group was made after all of it had been given back.
      this.processes.cleanUp();
    }
  }

  private recordEnd(end: RunEnd): void {
    if (!this.isReleased) {
      this.folder.writeEnd(end);
      this.ended = end;
      this.processes.cleanUp();
    }
  }

  /**
   * Sends the next thing that the server lacks and takes its answer. `more`: the next one is likely there already; `none`: there was
   * nothing, no connection or no answer.
   */
  private async deliver(): Promise<'all' | 'more' | 'none'> {
    const { kind, server, clock } = this.reports;
    const ref = { kind, jobId: this.folder.id, attempt: this.policy.attempt };
    const offset = this.offset;
    if (offset === null || !server.isReady || this.isReleased) {
      return 'none';
    }
    try {
      if (!this.isStartReported && this.processes.startedAt !== null) {
        const startedAt = clock.ago(this.processes.ageMs(this.processes.startedAt));
        await server.ask('jobs.started', { ...ref, startedAt });
        this.isStartReported = true;
        return 'more';
      }
      const isEnded = this.ended !== null;
      const { outputPath, keptBytes } = this.folder;
      const data = readPiece(outputPath, offset, limits.jobLogChunkBytes, keptBytes);
      if (data.length > 0) {
        const isScriptEnded = isEnded && !this.isEndTold;
        const piece = { ...ref, offset, data, ...(isScriptEnded && { isScriptEnded }) };
        const reply = await server.ask('jobs.output', piece);
        this.isEndTold ||= isScriptEnded;
        this.offset = this.offset === null ? null : reply.nextOffset;
        return data.length > limits.jobLogChunkBytes / 2 ? 'more' : 'all';
      }
      if (this.ended !== null) {
        // A power cut can leave less of the output here than the server has: its count is the right one.
        const outputBytes = Math.max(this.ended.outputBytes, offset);
        const endedAt = clock.ago(this.processes.sinceEndMs(this.ended));
        await server.ask('jobs.ended', { ...ref, ...this.ended, outputBytes, endedAt });
        this.release();
        this.reports.onReleased();
      }
      return 'none';
    } catch {
      return 'none'; // Not answered: the same is sent again, after the next hello if the connection is gone.
    }
  }

  private release(): void {
    this.isReleased = true;
    this.poke();
  }

  /** Lets the next look come at once. */
  private poke(): void {
    this.pauseMs = pauses.firstMs;
    this.isPoked = true;
    this.endPause();
  }

  private pause(): Promise<void> {
    const begun = performance.now();
    return new Promise((resolve) => {
      let timer = setTimeout(resolve, this.pauseMs);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      this.shortenPause = () => {
        clearTimeout(timer);
        const least = this.offset === 0 ? firstOutputMs : pauses.firstMs;
        const rest = least - (performance.now() - begun);
        timer = setTimeout(resolve, Math.max(0, rest));
      };
      this.watchFolder();
    });
  }

  /** While it is quiet and somebody listens: a busy run is looked at often enough, and its every write would wake us. */
  private watchFolder(): void {
    const isBusy = this.pauseMs <= pauses.firstMs && this.offset !== 0;
    if (this.offset === null || isBusy) {
      return;
    }
    this.endWatch ??= onceChanged(this.folder.path, () => {
      this.endWatch = null;
      if (this.pauseMs <= pauses.mostMs) {
        this.pauseMs = pauses.firstMs;
        this.shortenPause();
      }
    });
  }
}
