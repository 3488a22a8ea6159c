import { join } from 'node:path';
import {
  type AgentHello,
  type AgentHelloReply,
  agentJobsMax,
  type RunScript,
  type StopScript,
} from '@clusterdesk/contracts';
import { type Account, AccountLookupError, findAccount } from '../host/accounts.js';
import { log, messageOf } from '../log.js';
import type { ServerConnection } from '../server-connection.js';
import { type Confinement, planLaunch } from './confinement/confinement.js';
import { planFolders, waitForFolders } from './confinement/folders.js';
import { pickProcessors } from './confinement/processors.js';
import { environmentScript } from './confinement/shell.js';
import { JobRefusedError } from './job-refused-error.js';
import { JobProcesses } from './processes/job-processes.js';
import { systemPath } from './processes/launcher.js';
import { isJobId, JobFolder, type JobSpec } from './spool/job-folder.js';
import { openSpool } from './spool/spool.js';
import { SupervisedJob } from './supervised-job.js';

const rememberedReleases = 1000;
/** Short, for a supervisor waits three seconds before it kills the agent. */
const exitGraceMs = 1_500;
const environmentNamePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What this host does with jobs. */
export interface JobHost {
  stateDir: string;
  /** Null when no job is taken here, with the reason for the server. */
  refusal: JobRefusedError | null;
  confinement: Confinement;
  /** The account of all jobs, or `mapped`: each job's own user. Null: the agent's own. */
  account: Account | null | 'mapped';
  /** The processors to share out; null when jobs cannot be kept to some. */
  processors: number[] | null;
}

/** All jobs of this host. */
export class JobRunner {
  private readonly jobs = new Map<string, SupervisedJob>();
  /** Jobs that the server has released or dropped lately, so that a late command cannot run one twice. */
  private readonly released = new Map<string, number>();
  private accepting: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly host: JobHost,
    private readonly server: ServerConnection,
  ) {}

  private get jobsDir(): string {
    return join(this.host.stateDir, 'jobs');
  }

  /** Takes up again whatever the agent before this one left in the spool. */
  restore(): void {
    for (const { folder, spec } of openSpool(this.jobsDir)) {
      this.supervise(folder, spec);
    }
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
    // A known attempt is not checked again: a repeated command must be answered as the first was.
    if (!this.isKnown(command)) {
      await this.check(command);
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
      return false;
    }
    job.requestStop(reason);
    return true;
  }

  /** Asks every job to end: nobody waits for it any more. What ended is kept until a server says what to do with it. */
  endAll(): void {
    for (const job of this.jobs.values()) {
      job.requestStop('lost', exitGraceMs);
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

  private isKnown({ jobId, attempt }: RunScript): boolean {
    return attempt <= this.lastAttemptOf(jobId);
  }

  private lastAttemptOf(jobId: string): number {
    return this.jobs.get(jobId)?.spec.command.attempt ?? this.released.get(jobId) ?? -1;
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

  private async check(command: RunScript): Promise<void> {
    if (this.host.refusal !== null) {
      throw this.host.refusal;
    }
    if (!isJobId(command.jobId)) {
      throw new JobRefusedError(
        'AGENT_JOB_INVALID',
        'its id has characters other than letters, digits, - and _.',
      );
    }
    const badName = Object.keys(command.env).find((name) => !environmentNamePattern.test(name));
    if (badName !== undefined || JSON.stringify(command.env).includes('\\u0000')) {
      throw new JobRefusedError('AGENT_JOB_INVALID', 'its environment cannot be set in a shell.');
    }
    await Promise.all([this.waitForFolders(command), this.accountOf(command)]);
    planFolders(command, this.host.stateDir);
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
      notesBegin: true,
    };
  }

  private waitForFolders({ visibleDirs, hiddenDirs, workDir }: RunScript): Promise<void> {
    return waitForFolders([...visibleDirs, ...hiddenDirs, workDir]);
  }

  private async accountOf({ userName }: RunScript): Promise<Account | null> {
    if (this.host.account !== 'mapped') {
      return this.host.account;
    }
    const account = await findAccount(userName).catch((error: unknown) => {
      throw error instanceof AccountLookupError
        ? new JobRefusedError('AGENT_ACCOUNT_LOOKUP_FAILED', `${error.message}.`)
        : error;
    });
    if (account === null || account.uid === 0) {
      const sentence = `this host has no usable account ${userName}.`;
      throw new JobRefusedError('AGENT_ACCOUNT_UNKNOWN', sentence);
    }
    return { ...account, hasOwnGroups: true };
  }

  /** Checks the job once more; what it gives writes what the launcher reads and returns the launcher's command. */
  private async prepare(folder: JobFolder, spec: JobSpec): Promise<() => string[]> {
    const { command, confinement, processors } = spec;
    const [account] = await Promise.all([this.accountOf(command), this.waitForFolders(command)]);
    const folders = planFolders(command, this.host.stateDir);
    const job = { folders, account, script: command.script };
    const plan = planLaunch(confinement, job, this.host.stateDir, processors);
    const environment = environmentScript({
      PATH: systemPath,
      HOME: folders.visible[0] ?? '/',
      USER: command.userName,
      LOGNAME: command.userName,
      LANG: 'C.UTF-8',
      TMPDIR: '/tmp',
      TERM: 'dumb',
      ...command.env,
    });
    return () => {
      folder.writeInputs({
        script: command.script,
        environment,
        confineScript: plan.confineScript,
      });
      return plan.command;
    };
  }

  private supervise(folder: JobFolder, spec: JobSpec): SupervisedJob {
    const { jobId, attempt } = spec.command;
    const job = new SupervisedJob(
      spec,
      folder,
      new JobProcesses(folder, spec),
      this.server,
      () => this.prepare(folder, spec),
      () => this.onReleased(jobId, attempt),
    );
    this.jobs.set(jobId, job);
    void job.supervise();
    return job;
  }

  private onReleased(jobId: string, attempt: number): void {
    this.jobs.delete(jobId);
    this.rememberRelease(jobId, attempt);
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
