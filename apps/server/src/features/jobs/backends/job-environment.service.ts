import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { RunScript, ScriptVariables } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { DiskSpaceProvider } from '../../disk/disk-space-provider.service.js';
import type { SpaceUser } from '../../spaces/space.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { ProjectJobs } from '../projects/project-jobs.service.js';
import { StepVariables } from '../graphs/step-variables.service.js';
import { JobRepository } from '../job.repository.js';
import { mebibyte } from '../scheduling/capacity.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

const minuteMs = 60_000;

/** Errors of the user's own folder after the user, or one of the user's jobs, changed its permissions. */
const ownersFaults = ['EACCES', 'EPERM', 'ENOTDIR', 'ELOOP'];

/** The user's folder cannot be used, because of what the user did with it or is called: no node could run the job. */
export class JobHomeError extends Error {
  constructor(cause: unknown) {
    super('The folder of the job cannot be used.', { cause });
    this.name = 'JobHomeError';
  }
}

/** What a job's environment says about it, besides the variables that it was submitted with. */
export function jobVariables(
  job: Pick<
    ScriptJobEntity,
    'id' | 'jobName' | 'queueName' | 'cpus' | 'memoryMb' | 'nodeName' | 'arrayId' | 'arrayIndex'
  >,
  given: ScriptVariables,
): Record<string, string> {
  return {
    ...given,
    CLUSTERDESK_JOB_ID: job.id,
    ...(job.arrayId !== null && {
      CLUSTERDESK_ARRAY_ID: job.arrayId,
      CLUSTERDESK_ARRAY_INDEX: String(job.arrayIndex),
    }),
    CLUSTERDESK_JOB_NAME: job.jobName,
    CLUSTERDESK_QUEUE: job.queueName,
    CLUSTERDESK_CPUS: String(job.cpus),
    ...(job.nodeName !== null && { CLUSTERDESK_NODE: job.nodeName }),
    ...(job.memoryMb !== null && { CLUSTERDESK_MEMORY_MB: String(job.memoryMb) }),
  };
}

/** Builds what a job runs with: its folders, its environment, its script. */
@Injectable()
export class JobEnvironment {
  constructor(
    private readonly jobs: JobRepository,
    private readonly steps: StepVariables,
    private readonly disk: DiskSpaceProvider,
    private readonly projects: ProjectJobs,
    private readonly rights: UserRights,
    private readonly config: Config,
  ) {}

  /** @throws JobHomeError, ProjectAccessEndedError when the job can run nowhere; any other error is the platform's (disk full, filesystem away). */
  async build(job: ScriptJobEntity): Promise<RunScript> {
    const [{ home, owner, userNumber }, { script, variables }] = await Promise.all([
      this.ownerOf(job),
      this.jobs.readContent(job),
    ]);
    const project = job.space === 'project' ? await this.projects.prepare(job, owner) : null;
    // Without the slash that ends the path of the root.
    const workDir = project?.workDir ?? resolve(join(home, job.workDir));
    // The results of a sealed job are made a moment ago: the row that was read does not know of them.
    const steps = await this.steps.of({ ...job, resultsDir: project?.resultsDir ?? null }, workDir);
    return {
      jobId: job.id,
      attempt: job.attempt,
      jobName: job.jobName,
      userName: job.userName,
      userNumber,
      script,
      cpus: job.cpus,
      ...(job.memoryMb !== null && { memoryBytes: job.memoryMb * mebibyte }),
      network: job.network,
      timeoutMs: job.maxMinutes === null ? null : job.maxMinutes * minuteMs,
      visibleDirs: job.isSealed ? [] : [home],
      ...(project && { projectEntries: project.projectEntries }),
      hiddenDirs: [this.config.dataDir, this.config.filesDir, this.config.backupDir],
      workDir,
      env: {
        ...jobVariables(job, { ...variables, ...steps }),
        ...project?.env,
      },
    };
  }

  private async ownerOf(job: ScriptJobEntity): Promise<{
    home: string;
    owner: SpaceUser;
    userNumber: number;
  }> {
    const { userId } = job;
    const [owner, userNumber] =
      userId === null
        ? [null, null]
        : await Promise.all([this.rights.find(userId), this.rights.findNumber(userId)]);
    if (owner === null || userNumber === null) {
      throw new JobHomeError('The owner left, or may not sign in any more.');
    }
    try {
      return { home: await this.disk.homeDir(owner.homeKey), owner, userNumber };
    } catch (error) {
      // A user name that no folder can have is the user's fault as well.
      const isOwnersFault = error instanceof DomainError || isErrno(error, ...ownersFaults);
      throw isOwnersFault ? new JobHomeError(error) : error;
    }
  }
}
