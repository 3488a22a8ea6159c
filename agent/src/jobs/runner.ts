import { join } from 'node:path';
import {
  type AgentHello,
  type AgentHelloReply,
  agentJobsMax,
  type RunScript,
  type StopScript,
} from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import { ServerClock } from '../transport/server-clock.js';
import type { ServerConnection } from '../server-connection.js';
import { groupName, groupOf } from './cgroups/limit-job.js';
import { JobPlanner } from './confinement/job-planner.js';
import { pickProcessors } from './confinement/processors.js';
import { DiskGuard } from './disk/disk-guard.js';
import type { JobHost } from './job-host.js';
import { JobRefusedError } from './job-refused-error.js';
import { JobProcesses } from './processes/job-processes.js';
import { JobFolder, type JobSpec } from './spool/job-folder.js';
import { openSpool } from './spool/spool-folder.js';
import { SupervisedJob } from './supervised-job.js';
import { defaultTimings, type Timings } from '../timings.js';

const rememberedReleases = 1000;

/** All jobs of this host. */
export class JobRunner {
  private readonly jobs = new Map<string, SupervisedJob>();
  /** Jobs that the server has released or dropped lately, so that a late command cannot run one twice. */
  private readonly released = new Map<string, number>();
  private accepting: Promise<unknown> = Promise.resolve();
  private readonly planner: JobPlanner;
  private readonly disk: DiskGuard;

  constructor(
    private readonly host: JobHost,
    private readonly server: ServerConnection,
    private readonly timings: Timings = defaultTimings,
    private readonly clock = new ServerClock(),
  ) {
    this.planner = new JobPlanner(host);
    const guarded = () => [...this.jobs.values()].flatMap((job) => job.guarded ?? []);
    this.disk = new DiskGuard(guarded, timings);
  }

  private get jobsDir(): string {
    return join(this.host.stateDir, 'jobs');
  }

  /** Takes up again whatever the agent before this one left in the spool. */
  restore(): void {
    for (const { folder, spec } of openSpool(this.jobsDir, JobFolder)) {
      this.supervise(folder, spec);
    }
    this.sweepGroups();
    if (this.jobs.size > 0) {
      log(`found ${String(this.jobs.size)} job(s) in the spool`);
    }
  }

  /** Every job for the hello: `accept` keeps their number within what a hello may name. */
  list(): AgentHello['jobs'] {
    return [...this.jobs.values()].map(({ spec, isEnded }) => {
      return { jobId: spec.command.jobId, attempt: spec.command.attempt, isEnded };
    });
  }

  /** Does what the server answers to each job that the hello named. */
  async follow(answers: AgentHelloReply['jobs']): Promise<void> {
    for (const { jobId, attempt, action, nextOffset } of answers) {
      const job = this.jobs.get(jobId);
      if (job === undefined || job.spec.command.attempt !== attempt) {
        continue;
      }
      if (action === 'continue') {
        job.attach(nextOffset);
      } else {
        log(`job ${jobId} is dropped: the server has no use for it any more`);
        this.jobs.delete(jobId);
        this.rememberRelease(jobId, attempt);
        await job.abandon();
        this.sweepGroups();
      }
    }
  }

  detachAll(): void {
    for (const job of this.jobs.values()) {
      job.detach();
    }
  }

  /** Accepts a job durably and starts it. Throws JobRefusedError. */
  async run(command: RunScript): Promise<void> {
    this.host.groups?.expectJob();
    // A known attempt is not checked again: a repeated command must be answered as the first was.
    if (!this.isKnown(command)) {
      await this.planner.check(command);
    }
    // One after the other, so that two attempts of one job, or two jobs and one processor, see each other.
    const result = this.accepting.then(() => this.accept(command));
    this.accepting = result.catch(() => undefined);
    return result;
  }

  /** Whether the job is known here; if so, its end will be reported. */
  stop({ jobId, attempt, reason }: StopScript): boolean {
    const job = this.jobs.get(jobId);
    if (job === undefined || job.spec.command.attempt !== attempt) {
      // The server may call the job ended by our answer: should the order to run it still be on its way, it comes too late.
      this.rememberRelease(jobId, Math.max(attempt, this.lastAttemptOf(jobId)));
      return false;
    }
    job.requestStop(reason);
    return true;
  }

  /** Asks every job to end: nobody waits for it any more. What ended is kept until a server says what to do with it. */
  endAll(): void {
    for (const job of this.jobs.values()) {
      job.requestStop('lost', this.timings.exitStopMs);
    }
  }

  /** Ends every job because the agent ends; resolves when all ends are recorded or the time is up. */
  async stopAll(withinMs: number): Promise<void> {
    const isGoing = (): boolean => [...this.jobs.values()].some((job) => !job.isEnded);
    this.endAll();
    const deadline = performance.now() + withinMs;
    while (isGoing() && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Starts nothing more and removes the groups of jobs that are over: call when the connection is closed and the agent ends. */
  async close(): Promise<void> {
    this.detachAll();
    await this.host.groups?.close(this.groupsInUse());
  }

  private isKnown({ jobId, attempt }: RunScript): boolean {
    return attempt <= this.lastAttemptOf(jobId);
  }

  private lastAttemptOf(jobId: string): number {
    const known = this.jobs.get(jobId)?.spec.command.attempt ?? -1;
    return Math.max(known, this.released.get(jobId) ?? -1);
  }

  private async accept(command: RunScript): Promise<void> {
    const { jobId, attempt } = command;
    const known = this.jobs.get(jobId);
    const lastAttempt = this.lastAttemptOf(jobId);
    if (known !== undefined && attempt === lastAttempt) {
      return;
    }
    if (attempt <= lastAttempt) {
      const sentence = `attempt ${String(lastAttempt)} is known here.`;
      throw new JobRefusedError('AGENT_JOB_OUTDATED', sentence);
    }
    if (known !== undefined) {
      this.jobs.delete(jobId);
      await known.abandon();
      this.sweepGroups();
    }
    if (this.jobs.size >= agentJobsMax) {
      const sentence = `this host holds ${String(this.jobs.size)} jobs already.`;
      throw new JobRefusedError('AGENT_SPOOL_FULL', sentence);
    }
    const folder = new JobFolder(this.jobsDir, jobId);
    const spec = this.makeSpec(command);
    try {
      folder.create(spec);
    } catch (error) {
      const sentence = `the job cannot be stored: ${messageOf(error)}.`;
      throw new JobRefusedError('AGENT_SPOOL_FAILED', sentence);
    }
    log(`job ${jobId} (attempt ${String(attempt)}) accepted`);
    this.supervise(folder, spec).attach(0);
  }

  private makeSpec(command: RunScript): JobSpec {
    const taken = [...this.jobs.values()].flatMap((job) =>
      job.isEnded ? [] : (job.spec.processors ?? []),
    );
    const allowed = this.host.processors;
    return {
      command,
      confinement: this.host.confinement,
      processors: allowed === null ? null : pickProcessors(allowed, taken, command.cpus),
    };
  }

  private supervise(folder: JobFolder, spec: JobSpec): SupervisedJob {
    const { jobId, attempt } = spec.command;
    const job = new SupervisedJob(
      spec,
      folder,
      new JobProcesses(folder, spec, groupOf(this.host.groups, spec), this.timings),
      this.server,
      this.clock,
      () => this.planner.prepare(folder, spec),
      (startedAt) => this.planner.settle(spec, startedAt),
      () => this.onReleased(jobId, attempt),
    );
    this.jobs.set(jobId, job);
    this.disk.watch();
    void job.supervise();
    return job;
  }

  /** Removes what is left of the groups of jobs that are over. */
  private sweepGroups(): void {
    this.host.groups?.sweep(this.groupsInUse());
  }

  private groupsInUse(): ReadonlySet<string> {
    const going = [...this.jobs.values()].filter((job) => !job.isEnded);
    return new Set(going.map(({ spec }) => groupName(spec.command)));
  }

  private onReleased(jobId: string, attempt: number): void {
    this.jobs.delete(jobId);
    this.rememberRelease(jobId, attempt);
    this.sweepGroups();
    log(`job ${jobId} is done and handed over`);
  }

  private rememberRelease(jobId: string, attempt: number): void {
    this.released.set(jobId, attempt);
    const oldest = this.released.keys().next();
    if (this.released.size > rememberedReleases && !oldest.done) {
      this.released.delete(oldest.value);
    }
  }
}
