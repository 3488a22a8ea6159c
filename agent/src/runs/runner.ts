import { join } from 'node:path';
import { type AgentHello, type AgentHelloReply, agentJobsMax } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import type { ServerConnection } from '../server-connection.js';
import { defaultTimings, type Timings } from '../timings.js';
import { ServerClock } from '../transport/server-clock.js';
import type { RunKind } from './run-kind.js';
import type { RunRef } from './run-policy.js';
import { RunRefusedError } from './run-refused-error.js';
import { openSpool, type RunFolder, type StopRequest } from './spool/run-folder.js';
import { SupervisedRun } from './supervised-run.js';

const rememberedReleases = 1000;

/** All runs of one kind on this host. */
export class Runner<Command, Spec> {
  private readonly runs = new Map<string, SupervisedRun<Spec>>();
  /** Runs that the server has released or dropped lately, so that a late command cannot run one twice. */
  private readonly released = new Map<string, number>();
  private accepting: Promise<unknown> = Promise.resolve();
  private readonly spoolDir: string;

  constructor(
    private readonly kind: RunKind<Command, Spec>,
    stateDir: string,
    private readonly server: ServerConnection,
    private readonly timings: Timings = defaultTimings,
    private readonly clock = new ServerClock(),
  ) {
    this.spoolDir = join(stateDir, kind.spoolName);
    kind.going = () => [...this.runs.values()].filter((run) => !run.isEnded);
  }

  /** Takes up again whatever the agent before this one left in the spool. */
  restore(): void {
    const open = (id: string): RunFolder<Spec> => this.kind.folder(this.spoolDir, id);
    for (const { folder, spec } of openSpool(this.spoolDir, open)) {
      this.supervise(folder, spec);
    }
    this.forgetOldEnds();
    this.kind.changed();
    const found = this.open().length;
    if (found > 0) {
      log(`found ${String(found)} ${this.kind.name}(s) in the spool`);
    }
  }

  /** Every run for the hello: `accept` keeps their number within what a hello may name. */
  list(): AgentHello['jobs'] {
    return this.open().map(({ folder, policy: { attempt }, isEnded }) => {
      return { kind: this.kind.name, jobId: folder.id, attempt, isEnded };
    });
  }

  /** Does what the server answers to each run that the hello named. */
  async follow(answers: AgentHelloReply['jobs']): Promise<void> {
    for (const { kind = 'job', jobId: id, attempt, action, nextOffset } of answers) {
      const run = kind === this.kind.name ? this.find({ id, attempt }) : undefined;
      if (run === undefined) {
        continue;
      }
      if (action === 'continue') {
        run.attach(nextOffset);
      } else {
        log(`${run.policy.title} is dropped: the server has no use for it any more`);
        this.runs.delete(id);
        this.rememberRelease(id, attempt);
        await run.abandon();
        this.kind.changed();
      }
    }
  }

  detachAll(): void {
    for (const run of this.runs.values()) {
      run.detach();
    }
  }

  /** Accepts a run durably and starts it; one that is known is accepted again and not started anew. Throws RunRefusedError. */
  async run(command: Command): Promise<void> {
    const ref = this.kind.refOf(command);
    // A known attempt is not checked again: a repeated command must be answered as the first was.
    if (ref.attempt > this.lastAttemptOf(ref.id)) {
      await this.kind.check(command);
    }
    // One after the other, so that two attempts of one run, or two runs and one processor, see each other.
    const result = this.accepting.then(() => this.accept(ref, command));
    this.accepting = result.catch(() => undefined);
    return result;
  }

  /** Whether the run is known here; if so, its end will be reported. */
  stop({ id, attempt }: RunRef, reason: StopRequest['reason']): boolean {
    const run = this.find({ id, attempt });
    if (run === undefined) {
      // The server may call the run ended by our answer: should the order to run it still be on its way, it comes too late.
      this.rememberRelease(id, Math.max(attempt, this.lastAttemptOf(id)));
      return false;
    }
    run.requestStop(reason);
    return true;
  }

  /** Asks every run to end: nobody waits for it any more. What ended is kept until a server says what to do with it. */
  endAll(): void {
    for (const run of this.runs.values()) {
      run.requestStop('lost', this.timings.exitStopMs);
    }
  }

  /** Ends every run because the agent ends; resolves when all ends are recorded or the time is up. */
  async stopAll(withinMs: number): Promise<void> {
    this.endAll();
    const deadline = performance.now() + withinMs;
    while (this.kind.going().length > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Starts nothing more: call when the connection is closed and the agent ends. */
  async close(): Promise<void> {
    this.detachAll();
    await this.kind.close();
  }

  private open(): SupervisedRun<Spec>[] {
    return [...this.runs.values()].filter((run) => !run.isHandedOver);
  }

  private find({ id, attempt }: RunRef): SupervisedRun<Spec> | undefined {
    const run = this.runs.get(id);
    return run?.policy.attempt === attempt ? run : undefined;
  }

  private lastAttemptOf(id: string): number {
    return Math.max(this.runs.get(id)?.policy.attempt ?? -1, this.released.get(id) ?? -1);
  }

  private async accept(ref: RunRef, command: Command): Promise<void> {
    const { id, attempt } = ref;
    const known = this.runs.get(id);
    const lastAttempt = this.lastAttemptOf(id);
    if (known !== undefined && attempt === lastAttempt) {
      known.tellAgain();
      return;
    }
    if (attempt <= lastAttempt) {
      const sentence = `attempt ${String(lastAttempt)} is known here.`;
      throw new RunRefusedError('AGENT_JOB_OUTDATED', sentence);
    }
    if (known !== undefined) {
      this.runs.delete(id);
      await known.abandon();
      this.kind.changed();
    }
    const held = this.open().length;
    if (held >= agentJobsMax) {
      const sentence = `this host holds ${String(held)} ${this.kind.name}s already.`;
      throw new RunRefusedError('AGENT_SPOOL_FULL', sentence);
    }
    const { spec, script } = this.kind.accept(command);
    const folder = this.kind.folder(this.spoolDir, id);
    try {
      folder.create(spec, script);
    } catch (error) {
      const sentence = `the ${this.kind.name} cannot be stored: ${messageOf(error)}.`;
      throw new RunRefusedError('AGENT_SPOOL_FAILED', sentence);
    }
    const run = this.supervise(folder, spec);
    log(`${run.policy.title} accepted`);
    run.attach(0);
  }

  private supervise(folder: RunFolder<Spec>, spec: Spec): SupervisedRun<Spec> {
    const run = new SupervisedRun(spec, folder, this.kind.policyOf(folder, spec), {
      kind: this.kind.name,
      server: this.server,
      clock: this.clock,
      onReleased: () => this.onReleased(run),
    });
    this.runs.set(folder.id, run);
    void run.supervise();
    return run;
  }

  private onReleased({ folder, policy }: SupervisedRun<Spec>): void {
    if (this.kind.rememberedEnds > 0) {
      folder.release();
      this.forgetOldEnds();
    } else {
      folder.remove();
      this.runs.delete(folder.id);
      this.rememberRelease(folder.id, policy.attempt);
    }
    this.kind.changed();
    log(`${policy.title} is done and handed over`);
  }

  private forgetOldEnds(): void {
    const old = [...this.runs.values()]
      .map(({ folder }) => ({ folder, at: folder.releasedAt() }))
      .filter(({ at }) => at > 0)
      .sort((a, b) => b.at - a.at)
      .slice(this.kind.rememberedEnds);
    for (const { folder } of old) {
      this.runs.delete(folder.id);
      folder.remove();
    }
  }

  private rememberRelease(id: string, attempt: number): void {
    this.released.set(id, attempt);
    const oldest = this.released.keys().next();
    if (this.released.size > rememberedReleases && !oldest.done) {
      this.released.delete(oldest.value);
    }
  }
}
