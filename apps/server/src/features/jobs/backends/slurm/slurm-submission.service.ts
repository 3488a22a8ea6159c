import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { ScriptVariables } from '@clusterdesk/contracts';
import { StepVariables } from '../../graphs/step-variables.service.js';
import { JobRepository } from '../../job.repository.js';
import type { ScriptJobEntity } from '../../script-job.entity.js';
import { jobVariables } from '../job-environment.service.js';
import { readIdsByComment } from './slurm-answers.js';
import type { SlurmAccount } from './slurm-accounts.service.js';
import { SlurmCommands } from './slurm-commands.service.js';
import { SlurmJobRepository } from './slurm-job.repository.js';
import { SlurmSpool } from './slurm-spool.service.js';

/** What became of a submission. `away`: not known; the next look by `find` tells. */
export type Submission =
  | { state: 'accepted'; externalId: string }
  | { state: 'refused'; message: string }
  | { state: 'away' };

/** Gives jobs to Slurm, and finds those that it has by the comment that each of them carries. */
@Injectable()
export class SlurmSubmission {
  constructor(
    private readonly commands: SlurmCommands,
    private readonly repository: SlurmJobRepository,
    private readonly spool: SlurmSpool,
    private readonly jobs: JobRepository,
    private readonly steps: StepVariables,
  ) {}

  /** Makes the files that the job needs. */
  async prepare(job: ScriptJobEntity, account: SlurmAccount): Promise<void> {
    const { script } = await this.jobs.readContent(job);
    await this.spool.prepare(job, script, account);
  }

  async submit(job: ScriptJobEntity, account: SlurmAccount): Promise<Submission> {
    const partitions = await this.repository.partitionsOf(job.queueId);
    const { variables } = await this.jobs.readContent(job);
    const given = { ...variables, ...(await this.steps.of(job, workDirOf(job, account))) };
    const options = this.optionsOf(job, account, partitions, given);
    const answer = await this.commands.run('sbatch', ...options);
    await this.repository.noteAnswer(answer.state !== 'away');
    if (answer.state === 'refused') {
      return { state: 'refused', message: answer.message };
    }
    // `17`, or `17;cluster` where Slurm serves several clusters.
    const externalId = answer.state === 'answered' && /^\d+/.exec(answer.text)?.[0];
    return externalId ? { state: 'accepted', externalId } : { state: 'away' };
  }

  /**
   * The job in Slurm that carries this attempt's comment; null: there is none. Of several the earliest counts and the others are
   * cancelled: a controller that hung may take in a submission long after its `sbatch` was given up.
   */
  async find(
    job: ScriptJobEntity,
    account: SlurmAccount,
  ): Promise<{ externalId: string | null } | 'away'> {
    const { uid } = account;
    const options = ['-h', '-t', 'all', '-u', String(uid), '-o', '%A|%k'];
    const answer = await this.commands.run('squeue', ...options);
    await this.repository.noteAnswer(answer.state !== 'away');
    if (answer.state !== 'answered') {
      return 'away';
    }
    const [externalId = null, ...twins] = readIdsByComment(answer.text, commentOf(job));
    if (twins.length > 0) {
      await this.commands.run('scancel', ...twins);
    }
    return { externalId };
  }

  /**
   * Everything that matters is an option, and the script is run by a command line of ours (`--wrap`), so that Slurm does not read
   * lines with `#SBATCH` in it: they could ask for another account, other nodes, or many jobs.
   */
  private optionsOf(
    job: ScriptJobEntity,
    account: SlurmAccount,
    partitions: readonly string[],
    given: ScriptVariables,
  ): string[] {
    const { scriptFile, outputFile } = this.spool.filesOf(job);
    const workDir = workDirOf(job, account);
    const variables = Object.entries({
      ...jobVariables(job, given),
      // Else `srun` in a script would start its programs without the script's environment.
      SLURM_EXPORT_ENV: 'ALL',
    }).map(([name, value]) => `${name}=${quoted(value)}`);
    return [
      '--parsable',
      `--uid=${String(account.uid)}`,
      `--gid=${String(account.gid)}`,
      ...(partitions.length > 0 ? [`--partition=${partitions.join(',')}`] : []),
      '--nodes=1',
      '--ntasks=1',
      `--cpus-per-task=${String(job.cpus)}`,
      ...(job.memoryMb === null ? [] : [`--mem=${String(job.memoryMb)}M`]),
      ...(job.maxMinutes === null ? [] : [`--time=${String(job.maxMinutes)}`]),
      `--job-name=${job.jobName}`,
      `--comment=${commentOf(job)}`,
      `--chdir=${workDir}`,
      `--output=${outputFile}`,
      `--error=${outputFile}`,
      '--open-mode=append',
      // The login environment of the account, and nothing of the server's.
      '--export=NONE',
      '--no-requeue',
      // Slurm starts a script whose folder is missing in /tmp, so it changes there itself and fails.
      `--wrap=export ${variables.join(' ')} CLUSTERDESK_NODE="$SLURMD_NODENAME"; cd ${quoted(workDir)} && exec ${quoted(scriptFile)}`,
    ];
  }
}

/** The job's work directory on the nodes. */
function workDirOf({ workDir }: ScriptJobEntity, { home }: SlurmAccount): string {
  return resolve(join(home, workDir));
}

/** What no other job has, in any platform that uses the same Slurm: it says whether an attempt was submitted. */
export function commentOf({
  id,
  attempt,
  userId,
}: Pick<ScriptJobEntity, 'id' | 'attempt' | 'userId'>): string {
  return `clusterdesk:${userId ?? ''}:${id}.${String(attempt)}`;
}

/** One word for a shell, whatever it contains. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
