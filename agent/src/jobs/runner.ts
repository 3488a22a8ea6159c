import { join } from 'node:path';
import type { AgentHello, AgentHelloReply, RunScript, StopScript } from '@clusterdesk/contracts';
import { type Account, findAccount } from '../host/accounts.js';
import type { Link } from '../link.js';
import { log, messageOf } from '../log.js';
import { type Confinement, planLaunch } from './confinement.js';
import { planFolders } from './folders.js';
import { JobProcesses } from './job-processes.js';
import { JobRefused } from './job-refused.js';
import { systemPath } from './launcher.js';
import { pickProcessors } from './processors.js';
import { environmentScript } from './shell.js';
import { isJobId, JobFolder, type JobSpec, openSpool } from './spool.js';
import { SupervisedJob } from './supervised-job.js';

const MAX_RELEASED = 1000;
/** Short, for a supervisor waits three seconds before it kills the agent. */
const EXIT_GRACE_MS = 1_500;
const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What this host does with jobs. */
export interface JobHost {
  stateDir: string;
  /** Null when no job is taken here, with the reason for the server. */
  refusal: JobRefused | null;
  confinement: Confinement;
  /** The account of all jobs, or `mapped`: each job's own user. Null: the agent's own. */
  account: Account | null | 'mapped';
  /** The processors to share out; null when jobs cannot be kept to some. */
  processors: number[] | null;
}

/** All jobs of this host. */
export class JobRunner {
  private readonly jobs = new Map<string, SupervisedJob>();
  /** Jobs the server has released lately, so that a late command cannot run one twice. */
  private readonly released = new Map<string, number>();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly host: JobHost,
    private readonly link: Link,
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

  list(): AgentHello['jobs'] {
    return [...this.jobs.values()].map(({ spec, isEnded }) => {
      return { jobId: spec.command.jobId, attempt: spec.command.attempt, isEnded };
    });
  }

  /** Follows the server's word on each job that the hello named. */
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
        await job.abandon();
      }
    }
  }

  detachAll(): void {
    for (const job of this.jobs.values()) {
      job.detach();
    }
  }

  /** Accepts a job durably and starts it. Throws JobRefused. Commands take turns. */
  run(command: RunScript): Promise<void> {
    const result = this.turn.then(() => this.accept(command));
    this.turn = result.catch(() => undefined);
    return result;
  }

  /** Whether the job is known here; if so, its end is on the way. */
  stop({ jobId, attempt, reason }: StopScript): boolean {
    const job = this.jobs.get(jobId);
    if (job === undefined || job.spec.command.attempt !== attempt) {
      return false;
    }
    job.requestStop(reason);
    return true;
  }

  /** Ends every job because the agent ends; resolves when all ends are recorded or the time is up. */
  async stopAll(withinMs: number): Promise<void> {
    const isGoing = (): boolean => [...this.jobs.values()].some((job) => !job.isEnded);
    for (const job of this.jobs.values()) {
      job.requestStop('lost', EXIT_GRACE_MS);
    }
    const deadline = performance.now() + withinMs;
    while (isGoing() && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private async accept(command: RunScript): Promise<void> {
    const { jobId, attempt } = command;
    const known = this.jobs.get(jobId);
    const lastAttempt = known?.spec.command.attempt ?? this.released.get(jobId) ?? -1;
    if (known !== undefined && attempt === lastAttempt) {
      return;
    }
    if (attempt <= lastAttempt) {
      throw new JobRefused('AGENT_JOB_OUTDATED', `attempt ${String(lastAttempt)} is known here.`);
    }
    const spec = this.check(command);
    if (known !== undefined) {
      this.jobs.delete(jobId);
      await known.abandon();
    }
    const folder = new JobFolder(this.jobsDir, jobId);
    try {
      folder.create(spec);
    } catch (error) {
      throw new JobRefused('AGENT_SPOOL_FAILED', `the job cannot be stored: ${messageOf(error)}.`);
    }
    log(`job ${jobId} (attempt ${String(attempt)}) accepted`);
    this.supervise(folder, spec).attach(0);
  }

  private check(command: RunScript): JobSpec {
    if (this.host.refusal !== null) {
      throw this.host.refusal;
    }
    if (!isJobId(command.jobId)) {
      throw new JobRefused(
        'AGENT_JOB_INVALID',
        'its id has other signs than letters, digits, - _.',
      );
    }
    const badName = Object.keys(command.env).find((name) => !ENV_NAME.test(name));
    if (badName !== undefined || JSON.stringify(command.env).includes('\\u0000')) {
      throw new JobRefused('AGENT_JOB_INVALID', 'its environment cannot be set in a shell.');
    }
    planFolders(command, this.host.stateDir);
    this.accountOf(command);
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

  private accountOf({ userName }: RunScript): Account | null {
    if (this.host.account !== 'mapped') {
      return this.host.account;
    }
    const account = findAccount(userName);
    if (account === null || account.uid === 0) {
      throw new JobRefused('AGENT_ACCOUNT_UNKNOWN', `this host has no usable account ${userName}.`);
    }
    return { ...account, hasOwnGroups: true };
  }

  /** Writes what the launcher reads and says what it runs. */
  private prepare(folder: JobFolder, { command, confinement, processors }: JobSpec): string[] {
    const folders = planFolders(command, this.host.stateDir);
    const account = this.accountOf(command);
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
    folder.writeInputs({
      script: command.script,
      environment,
      confineScript: plan.confineScript,
    });
    return plan.command;
  }

  private supervise(folder: JobFolder, spec: JobSpec): SupervisedJob {
    const { jobId, attempt } = spec.command;
    const job = new SupervisedJob(
      spec,
      folder,
      new JobProcesses(folder, spec),
      this.link,
      () => this.prepare(folder, spec),
      () => this.onReleased(jobId, attempt),
    );
    this.jobs.set(jobId, job);
    void job.supervise();
    return job;
  }

  private onReleased(jobId: string, attempt: number): void {
    this.jobs.delete(jobId);
    this.released.set(jobId, attempt);
    const oldest = this.released.keys().next();
    if (this.released.size > MAX_RELEASED && !oldest.done) {
      this.released.delete(oldest.value);
    }
    log(`job ${jobId} is done and handed over`);
  }
}
