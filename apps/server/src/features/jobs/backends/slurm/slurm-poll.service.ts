import { setTimeout } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Config } from '../../../../config/config.js';
import { Semaphore } from '../../../../platform/concurrency.js';
import { Timings } from '../../../../platform/timings.js';
import { JobStateMachine } from '../../life/job-state-machine.service.js';
import { JobOutputs } from '../../output/job-outputs.service.js';
import {
  endedJobColumns,
  jobColumns,
  readEndedJobs,
  readJobs,
  readUsage,
  type SlurmJob,
  type SlurmUsage,
} from './slurm-answers.js';
import { slurmRef } from './slurm-backend.service.js';
import { SlurmCommands } from './slurm-commands.service.js';
import { SlurmJobRepository, type KnownSlurmJob } from './slurm-job.repository.js';
import { endOf, phaseOf, waitReasonOf } from './slurm-job-states.js';
import { SlurmSpool } from './slurm-spool.service.js';

/** Jobs in one command: the ids of more would not fit into one argument (128 KiB). */
const mostIds = 5_000;
/** A poll whose process died is taken over after this time; longer than its commands may take. */
const holdMs = 60_000;
/** Jobs that are looked after at once. */
const atOnce = 4;
/** Pieces of output that one poll reads of a job, so that a talkative one does not keep the others waiting. */
const mostPieces = { running: 16, ended: 256 };
/** When Slurm keeps no accounts, it is asked for them again after this time. */
const accountsAgainMs = 600_000;

/** Hears from Slurm what becomes of its jobs: one question for all of them, by one process at a time. */
@Injectable()
export class SlurmPoll implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('SlurmPoll');
  private readonly stopping = new AbortController();
  private readonly places = new Semaphore(atOnce);
  private running: Promise<void> | undefined;
  private hasNoAccountsUntil = 0;

  constructor(
    private readonly config: Config,
    private readonly timings: Timings,
    private readonly repository: SlurmJobRepository,
    private readonly commands: SlurmCommands,
    private readonly life: JobStateMachine,
    private readonly outputs: JobOutputs,
    private readonly spool: SlurmSpool,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.slurm) {
      this.running = this.pollUntilStopped();
    }
  }

  /** The commands under way are ended as well. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async pollUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    const { slurmPollMs } = this.timings.jobs;
    while (await setTimeout(slurmPollMs, true, { signal, ref: false }).catch(() => false)) {
      try {
        if (await this.repository.takePoll(holdMs)) {
          await this.poll();
          // Less than the pause of this process, which would come too early otherwise.
          await this.repository.endPoll(slurmPollMs / 2);
        }
      } catch (error) {
        this.logger.warn({ err: error }, 'Slurm could not be asked about its jobs');
      }
    }
  }

  private async poll(): Promise<void> {
    const jobs = await this.repository.listAccepted();
    const told = await this.ask(jobs.map(({ externalId }) => externalId));
    if (!told) {
      return;
    }
    const found = jobs.flatMap((job) => {
      const slurm = told.get(job.externalId);
      return slurm && isOf(job, slurm) ? [{ job, slurm }] : [];
    });
    const known = new Set(found.map(({ job }) => job));
    found.push(...(await this.findEnded(jobs.filter((job) => !known.has(job)))));
    await this.repository.noteReasons(
      found
        .filter(({ slurm }) => phaseOf(slurm) === 'waiting')
        .map(({ job, slurm }) => ({ job, reason: waitReasonOf(slurm) }))
        .filter(({ job, reason }) => job.reason !== reason)
        .map(({ job: { id, attempt }, reason }) => ({ id, attempt, reason })),
    );
    await this.cancelStopped(found);
    await this.settleHolds(found);
    const usage = await this.readUsage(
      found.filter(({ slurm }) => ['ended', 'lost'].includes(phaseOf(slurm))),
    );
    await Promise.all(
      found.map(({ job, slurm }) =>
        this.places
          .run(() => this.report(job, slurm, usage.get(job.externalId)))
          .catch((error: unknown) =>
            this.logger.warn({ err: error, jobId: job.id }, 'A job of Slurm could not be followed'),
          ),
      ),
    );
  }

  /** @returns null without an answer */
  private async ask(ids: readonly string[]): Promise<Map<string, SlurmJob> | null> {
    const told = new Map<string, SlurmJob>();
    for (let start = 0; start < ids.length; start += mostIds) {
      const list = ids.slice(start, start + mostIds).join(',');
      const answer = await this.commands.run(
        'squeue',
        '-h',
        '-t',
        'all',
        '-j',
        list,
        '-O',
        jobColumns,
      );
      await this.repository.noteAnswer(answer.state !== 'away');
      if (answer.state === 'away') {
        return null;
      }
      // Refused: it knows none of them.
      const jobs = readJobs(answer.state === 'answered' ? answer.text : '');
      jobs.forEach((job, id) => told.set(id, job));
    }
    return told;
  }

  /** Jobs that the controller has forgotten, for they ended while nobody asked: from the accounting, else how they ended is not known. */
  private async findEnded(
    missing: readonly KnownSlurmJob[],
  ): Promise<{ job: KnownSlurmJob; slurm: SlurmJob }[]> {
    if (missing.length === 0) {
      return [];
    }
    const ids = missing.map(({ externalId }) => externalId).join(',');
    const answer = await this.commands.run(
      'sacct',
      '-X',
      '-n',
      '-P',
      '-j',
      ids,
      '-o',
      endedJobColumns,
    );
    if (answer.state === 'away') {
      return [];
    }
    const ended = readEndedJobs(answer.state === 'answered' ? answer.text : '');
    const found: { job: KnownSlurmJob; slurm: SlurmJob }[] = [];
    for (const job of missing) {
      const slurm = ended.get(job.externalId);
      if (slurm && isOf(job, slurm)) {
        found.push({ job, slurm });
      } else {
        await this.forget(job);
      }
    }
    return found;
  }

  /** What was to be stopped before its id in Slurm was known, or while Slurm did not answer. */
  private async cancelStopped(
    found: readonly { job: KnownSlurmJob; slurm: SlurmJob }[],
  ): Promise<void> {
    const ids = found
      .filter(({ job, slurm }) => job.stopReason !== null && isCancellable(slurm))
      .map(({ job }) => job.externalId);
    if (ids.length > 0) {
      await this.commands.run('scancel', ...ids);
    }
  }

  /**
   * What is held on the platform gets Slurm's hold of a user, and what is not loses it: also where somebody set it in Slurm itself, for its owner
   * has a button for that. The hold of Slurm's administrators is left alone.
   */
  private async settleHolds(
    found: readonly { job: KnownSlurmJob; slurm: SlurmJob }[],
  ): Promise<void> {
    const waiting = found.filter(({ slurm }) => phaseOf(slurm) === 'waiting');
    const idsOf = (of: typeof found): string[] => of.map(({ job }) => job.externalId);
    const toHold = idsOf(
      waiting.filter(({ job, slurm }) => job.heldReason && !slurm.reason.startsWith('JobHeld')),
    );
    const toRelease = idsOf(
      waiting.filter(({ job, slurm }) => !job.heldReason && slurm.reason === 'JobHeldUser'),
    );
    for (const [action, ids] of [
      ['uhold', toHold],
      ['release', toRelease],
    ] as const) {
      if (ids.length > 0) {
        await this.commands.run('scontrol', action, ids.join(','));
      }
    }
  }

  private async forget(job: KnownSlurmJob): Promise<void> {
    if (await this.pull(job, mostPieces.ended)) {
      await this.life.ended(slurmRef(job), { status: 'NODE_FAIL', reason: 'SLURM_FORGOT' });
      await this.spool.remove(job);
    }
  }

  private async readUsage(
    ended: readonly { job: KnownSlurmJob }[],
  ): Promise<Map<string, SlurmUsage>> {
    if (ended.length === 0 || performance.now() < this.hasNoAccountsUntil) {
      return new Map();
    }
    const ids = ended.map(({ job }) => job.externalId).join(',');
    const answer = await this.commands.run(
      'sacct',
      '-n',
      '-P',
      '-j',
      ids,
      '-o',
      'JobID,TotalCPU,MaxRSS',
    );
    if (answer.state !== 'answered') {
      this.hasNoAccountsUntil = performance.now() + accountsAgainMs;
      return new Map();
    }
    return readUsage(answer.text);
  }

  private async report(job: KnownSlurmJob, slurm: SlurmJob, usage?: SlurmUsage): Promise<void> {
    const phase = phaseOf(slurm);
    if (phase === 'waiting') {
      return;
    }
    const ref = slurmRef(job);
    if (job.status === 'PENDING' && slurm.startedAt && slurm.nodeName !== '') {
      await this.life.started(ref, slurm.startedAt, slurm.nodeName);
    }
    if (phase === 'running') {
      await this.pull(job, mostPieces.running);
    } else if (await this.pull(job, mostPieces.ended)) {
      await (phase === 'lost'
        ? this.life.lost(ref, 'NODE_LOST_JOB')
        : this.life.ended(ref, endOf(slurm, job.stopReason !== null, usage)));
      await this.spool.remove(job);
    }
  }

  /** Stores what has been written since. @returns whether that is all; the next poll goes on otherwise */
  private async pull(job: KnownSlurmJob, pieces: number): Promise<boolean> {
    let offset = Number(job.outputBytes);
    for (let count = 0; count < pieces; count += 1) {
      const data = await this.spool.read(job, offset);
      const end = data.length > 0 && (await this.outputs.append(slurmRef(job), { offset, data }));
      if (typeof end !== 'number') {
        return true;
      }
      offset = end;
    }
    return false;
  }
}

/** Slurm counts its ids anew when it lost its state, so that an id may be another user's job. */
function isOf(job: KnownSlurmJob, { accountName }: SlurmJob): boolean {
  return accountName === job.userName;
}

/** Neither over nor just being ended. */
function isCancellable(slurm: SlurmJob): boolean {
  return slurm.state !== 'COMPLETING' && ['waiting', 'running'].includes(phaseOf(slurm));
}
