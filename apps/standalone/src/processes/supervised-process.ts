import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LauncherError } from '../launcher-error.js';
import { explainFailure } from './explain-failure.js';
import { defaultTimings, type Timings } from '../timings.js';
import { LogFile } from './log-file.js';
import { isAlive, listDescendants, readProcess } from '@clusterdesk/host';

/** One of the platform's processes: how to start it, and how to ask it to stop. */
export interface ProcessRole {
  name: string;
  /** Resolves when what it needs to start again is there (the database, after it ended too); absent: nothing. */
  whenStartable?(signal: AbortSignal): Promise<void>;
  /** Starts it with pipes for stdout and stderr. @param added to its environment */
  start(added?: Readonly<Record<string, string>>): ChildProcess;
  /** Hears what the process says over its channel; absent: nobody listens. */
  onMessage?(message: unknown): void;
  stopSignal: 'SIGTERM' | 'SIGINT';
  /** How long it may take to stop before it is killed. */
  stopTimeoutMs: number;
}

/**
 * Keeps one process running: once its start has succeeded (`keepRunning`), an end that nobody asked for is followed by a new
 * start, after 0.1 s at first, doubling up to 10 s while it ends within 5 s of its start.
 */
export class SupervisedProcess {
  private readonly log: LogFile;
  private child: ChildProcess | null = null;
  private isKept = false;
  private isStopping = false;
  private delayMs: number;
  private restart: AbortController = new AbortController();

  constructor(
    private readonly role: ProcessRole,
    logFolder: string,
    private readonly say: (line: string) => void,
    /** Called after each start and end, so that the launcher can note who runs. */
    private readonly onChange: () => void,
    private readonly timings: Timings = defaultTimings,
  ) {
    this.delayMs = timings.firstRestartMs;
    this.log = new LogFile(join(logFolder, `${role.name}.log`), undefined, timings);
  }

  get name(): string {
    return this.role.name;
  }

  /** Null between an end and the next start. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  start(): ChildProcess {
    const child = this.role.start();
    this.log.follow(child.stdout, child.stderr);
    this.child = child;
    const startedAt = Date.now();
    // Without a listener a failed spawn (no such file) would end the launcher; 'exit' does not follow it.
    child.once('error', (error) => this.handleEnd(child, startedAt, error.message));
    child.on('message', (message: unknown) => this.role.onMessage?.(message));
    child.once('exit', (code, signal) =>
      this.handleEnd(child, startedAt, signal ?? `exit code ${code}`),
    );
    this.onChange();
    return child;
  }

  /** Tells the process something over its channel; lost while it is away. */
  tell(message: object): void {
    if (this.child?.connected) {
      // Without a callback a channel that breaks meanwhile would be an error of this process.
      this.child.send(message, () => undefined);
    }
  }

  /** Waits for the end of a process that ends by itself. @throws LauncherError, with what it logged, when it ends badly or not in time */
  async waitForEnd(withinMs: number): Promise<void> {
    const child = this.child;
    if (child && child.exitCode === null && child.signalCode === null) {
      await once(child, 'exit', { signal: AbortSignal.timeout(withinMs) }).catch(() => undefined);
    }
    if (child?.exitCode !== 0) {
      throw new LauncherError('CHILD_FAILED', await this.explain());
    }
  }

  /** From now on it is started again when it ends; if it has ended already, too. */
  keepRunning(): void {
    this.isKept = true;
    if (!this.child) {
      this.startAgain('at its start');
    }
  }

  /** Rejects, with what the process logged, when it ends; while a start waits for it to become ready. */
  async failWhenEnded(signal: AbortSignal): Promise<never> {
    const child = this.child;
    if (child && child.exitCode === null && child.signalCode === null) {
      await once(child, 'exit', { signal });
    }
    throw new LauncherError('CHILD_FAILED', await this.explain());
  }

  /**
   * Asks it to stop, kills it when it takes too long, and whatever it leaves behind.
   * @returns whether it ended by itself and says that all went well
   */
  async stop(): Promise<boolean> {
    this.isStopping = true;
    this.restart.abort();
    const child = this.child;
    if (!child?.pid) {
      await this.log.close();
      return true;
    }
    const family = [readProcess(child.pid) ?? [], listDescendants(child.pid)].flat();
    child.kill(this.role.stopSignal);
    const deadline = Date.now() + this.role.stopTimeoutMs;
    while (Date.now() < deadline && isAlive(child.pid)) {
      await sleep(20);
    }
    const isHanging = isAlive(child.pid);
    if (isHanging) {
      const limit = this.role.stopTimeoutMs / 1000;
      this.say(`The ${this.name} did not stop within ${limit} s and was killed.`);
    }
    for (const { pid, startTicks } of family) {
      if (isAlive(pid) && readProcess(pid)?.startTicks === startTicks) {
        process.kill(pid, 'SIGKILL');
      }
    }
    while (this.child === child) {
      await sleep(10);
    }
    await this.log.close();
    return !isHanging && (child.exitCode ?? 0) === 0;
  }

  private async explain(): Promise<string> {
    const lines = explainFailure(await this.log.readSinceStart());
    const why = lines.length > 0 ? lines.join('\n') : 'it said nothing';
    return `The ${this.name} did not start: ${why}\n(its log: ${this.log.path})`;
  }

  private handleEnd(child: ChildProcess, startedAt: number, how: string): void {
    if (this.child !== child) {
      return;
    }
    this.child = null;
    this.onChange();
    if (Date.now() - startedAt >= this.timings.healthyMs) {
      this.delayMs = this.timings.firstRestartMs;
    }
    if (this.isKept && !this.isStopping) {
      this.startAgain(how);
    }
  }

  private startAgain(how: string): void {
    this.say(`The ${this.name} ended (${how}); starting it again in ${this.delayMs / 1000} s.`);
    void this.startLater(this.delayMs);
    this.delayMs = Math.min(this.delayMs * 2, this.timings.maxRestartMs);
  }

  private async startLater(delayMs: number): Promise<void> {
    try {
      await sleep(delayMs, undefined, { signal: this.restart.signal });
      await this.role.whenStartable?.(this.restart.signal);
      this.restart.signal.throwIfAborted();
      this.start();
    } catch (error) {
      if (!this.isStopping) {
        this.say(`The ${this.name} cannot be started: ${(error as Error).message}`);
      }
    }
  }
}
