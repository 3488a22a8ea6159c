import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../../config/config.js';
import { Timings } from '../../../../platform/timings.js';
import { JobStateMachine } from '../../life/job-state-machine.service.js';
import type { JobRef } from '../../life/job-ref.js';
import { isSlurmReason } from '../../life/slurm-reasons.js';
import type { Waiting } from '../../life/wait-reason.js';
import { JobOutputs } from '../../output/job-outputs.service.js';
import type { ScriptJobEntity } from '../../script-job.entity.js';
import { CommandLines } from '../command-lines.service.js';
import { DelegatedBackend, type BackendLoad } from '../compute-backend.js';
import { SlurmAccounts, type SlurmAccount } from './slurm-accounts.service.js';
import { SlurmCluster } from './slurm-cluster.service.js';
import { SlurmCommands } from './slurm-commands.service.js';
import { slurmBackendName, SlurmJobRepository } from './slurm-job.repository.js';
import { SlurmSpool } from './slurm-spool.service.js';
import { SlurmSubmission } from './slurm-submission.service.js';

/** When the platform itself cannot prepare a job, it tries again after this time. */
const platformFaultMs = 30_000;

/**
 * Runs jobs on a Slurm cluster, which plans for itself (decision: Slurm behind the same page). `SlurmPoll` reports what becomes of
 * them.
 */
@Injectable()
export class SlurmBackend extends DelegatedBackend {
  readonly name = slurmBackendName;
  private readonly logger = new Logger('SlurmBackend');

  constructor(
    private readonly config: Config,
    private readonly timings: Timings,
    private readonly repository: SlurmJobRepository,
    private readonly commands: SlurmCommands,
    private readonly cluster: SlurmCluster,
    private readonly accounts: SlurmAccounts,
    private readonly spool: SlurmSpool,
    private readonly submissions: SlurmSubmission,
    private readonly life: JobStateMachine,
    private readonly outputs: JobOutputs,
    private readonly lines: CommandLines,
  ) {
    super();
  }

  /** While Slurm does not say, any number may be asked for: it refuses by itself what it never can give. */
  async mostCpus(queueId: string): Promise<number> {
    const most = await this.cluster.mostCpus(await this.repository.partitionsOf(queueId));
    return most ?? Number.MAX_SAFE_INTEGER;
  }

  /** Memory is Slurm's to refuse, as it is to give. */
  mostMemoryMb(): Promise<number> {
    return Promise.resolve(Number.MAX_SAFE_INTEGER);
  }

  async waitReason(job: ScriptJobEntity): Promise<Waiting> {
    const known = isSlurmReason(job.reason) ? job.reason : 'SLURM_SOON';
    const isAway = this.config.slurm !== null && (await this.repository.isAway());
    const reason = isAway ? 'SLURM_AWAY' : known;
    return {
      reason: { code: 'SLURM', reason: this.config.slurm ? reason : 'SLURM_OFF' },
      earliestStart: null,
    };
  }

  /** A submission that got no answer is repeated only when Slurm has said that it does not have the job. */
  async submit(job: ScriptJobEntity): Promise<boolean> {
    if (!this.config.slurm) {
      return false;
    }
    // Another process may be about to: reconciling comes back to it.
    if (job.sentAt && !this.isSettled(job.sentAt)) {
      return true;
    }
    const ref = slurmRef(job);
    const account = await this.accounts.find(job.userName);
    if (!account) {
      await this.life.failed(ref, 'SLURM_ACCOUNT_UNKNOWN');
      return true;
    }
    if (job.sentAt) {
      const found = await this.submissions.find(job, account);
      if (found === 'away') {
        return false;
      }
      if (found.externalId !== null) {
        await this.acceptedAs(ref, found.externalId);
        return true;
      }
    }
    return !(await this.prepare(job, account)) || this.send(job, account);
  }

  cancel({ id, attempt, externalId }: Parameters<DelegatedBackend['cancel']>[0]): void {
    if (externalId !== null) {
      // It says nothing about jobs that are over, so that the poll alone tells the end.
      this.lines.add('slurm stop', `${id}.${String(attempt)}`, async () => {
        const { state } = await this.commands.run('scancel', externalId);
        return state !== 'away';
      });
    }
  }

  /** Sees to what Slurm may not have; `SlurmPoll` follows the rest. Asks Slurm nothing itself: the jobs of other backends wait for this. */
  reconcile(
    jobs: readonly ScriptJobEntity[],
    resubmit: (job: ScriptJobEntity) => void,
  ): Promise<void> {
    for (const job of jobs) {
      const since = job.sentAt ?? job.placedAt;
      if (job.externalId === null && since && this.isSettled(since)) {
        if (job.stopReason) {
          this.lines.add(this.name, job.id, () => this.recall(job));
        } else {
          resubmit(job);
        }
      }
    }
    return Promise.resolve();
  }

  async loadOf(queueId: string): Promise<BackendLoad | null> {
    return this.cluster.loadOf(await this.repository.partitionsOf(queueId));
  }

  /** @returns false when the job waits again instead, or another process has it */
  private async prepare(job: ScriptJobEntity, account: SlurmAccount): Promise<boolean> {
    try {
      await this.submissions.prepare(job, account);
    } catch (error) {
      this.logger.error({ err: error, jobId: job.id }, 'The platform cannot prepare a job');
      const notBefore = new Date(Date.now() + platformFaultMs);
      await this.life.released(slurmRef(job), {
        reason: 'PLATFORM_FAULT',
        notBefore,
        isUnsent: true,
      });
      return false;
    }
    return this.repository.noteSending(job, this.timings.jobs.slurmSettleMs);
  }

  /** @returns false without an answer */
  private async send(job: ScriptJobEntity, account: SlurmAccount): Promise<boolean> {
    const ref = slurmRef(job);
    const sent = await this.submissions.submit(job, account);
    if (sent.state === 'refused') {
      await this.outputs.append(ref, { offset: 0, data: Buffer.from(`${sent.message}\n`) });
      await this.life.failed(ref, 'SLURM_REFUSED');
      await this.spool.remove(job);
      return true;
    }
    if (sent.state === 'away') {
      return false;
    }
    // The earlier submission may have been taken in after all.
    const found = job.sentAt ? await this.submissions.find(job, account) : 'away';
    const earliest = found === 'away' ? null : found.externalId;
    await this.acceptedAs(ref, earliest ?? sent.externalId);
    return true;
  }

  /** Ends a job that was to be stopped while nobody knew whether Slurm has it. */
  private async recall(job: ScriptJobEntity): Promise<boolean> {
    const account = await this.accounts.find(job.userName);
    const found = account ? await this.submissions.find(job, account) : { externalId: null };
    if (found === 'away') {
      return false;
    }
    if (found.externalId === null) {
      await this.life.released(slurmRef(job), { reason: '' });
      await this.spool.remove(job);
    } else {
      await this.acceptedAs(slurmRef(job), found.externalId);
      this.cancel({ ...job, externalId: found.externalId });
    }
    return true;
  }

  /** Cancels an attempt that is over by now. */
  private async acceptedAs(ref: JobRef, externalId: string): Promise<void> {
    if (!(await this.life.accepted(ref, externalId))) {
      this.cancel({ id: ref.jobId, attempt: ref.attempt, nodeId: null, externalId });
    }
  }

  private isSettled(since: Date): boolean {
    return Date.now() - since.getTime() > this.timings.jobs.slurmSettleMs;
  }
}

/** An attempt of a job in Slurm. */
export function slurmRef(job: Pick<ScriptJobEntity, 'id' | 'attempt'>): JobRef {
  return { jobId: job.id, attempt: job.attempt, backend: slurmBackendName };
}
