import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { EndpointParams, jobEndpoints, RunScript } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { DomainError, nullWhenRefused } from '../../../platform/http/domain-error.js';
import type { JobEnd } from '../life/job-end.js';
import { ProjectGate } from '../../projects/access/project-gate.service.js';
import {
  ProjectViews,
  type ProjectView,
  type ViewQuestion,
} from '../../projects/jobs/project-view.service.js';
import { ResultsFolders } from '../../projects/jobs/results-folders.service.js';
import { SpaceRegistry, type SpaceUser } from '../../spaces/space.js';
import { projectsOf } from '../queues/queue-projects.js';
import type { QueueWithNodes } from '../queues/queue.repository.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import {
  InputsTooLongError,
  NotInProjectJobError,
  QueueWithoutProjectsError,
} from './project-job.errors.js';
import { ProjectJobRepository } from './project-job.repository.js';

/** What `CLUSTERDESK_INPUTS` may hold, bytes: the kernel takes 128 KiB of one variable. */
const inputBytesMax = 64 * 1024;
/** So often a view is made anew when rights change meanwhile. */
const triesMax = 4;

/** What a job in a project runs with; the paths are absolute, but for that of a sealed job's results in the project. */
export type ShownProject = Pick<RunScript, 'workDir' | 'env'> &
  Required<Pick<RunScript, 'projectEntries'>> & { resultsDir: string | null };

/** Its owner may not use all of that in the project, or not any more; or something of it is gone. */
export class ProjectAccessEndedError extends Error {
  readonly end: JobEnd;

  constructor(cause: DomainError) {
    super('The owner may not use the project as the job needs it.', { cause });
    this.name = 'ProjectAccessEndedError';
    this.end =
      cause instanceof EntryNotFoundError
        ? { status: 'FAILED', reason: 'AGENT_PROJECT_ENTRY_MISSING' }
        : { status: 'CANCELLED', reason: 'PROJECT_ACCESS_ENDED' };
  }
}

/** Jobs in projects: which are taken, and what each is shown when it is sent. */
@Injectable()
export class ProjectJobs {
  constructor(
    private readonly views: ProjectViews,
    private readonly results: ResultsFolders,
    private readonly gate: ProjectGate,
    private readonly spaces: SpaceRegistry,
    private readonly repository: ProjectJobRepository,
  ) {}

  /**
   * Whether a job may be submitted, and where it works: paths as the entries spell them.
   * @throws NotInProjectJobError, QueueWithoutProjectsError, InputsTooLongError, and what `ProjectViews.viewFor` throws
   */
  async check(
    caller: Principal,
    queue: QueueWithNodes,
    input: Pick<
      EndpointParams<typeof jobEndpoints.run>,
      'space' | 'spaceId' | 'workDir' | 'inputs' | 'isSealed'
    >,
  ): Promise<
    Pick<ScriptJobEntity, 'space' | 'spaceId' | 'workDir' | 'inputs' | 'isSealed' | 'network'>
  > {
    const { space, spaceId, isSealed } = input;
    if (space === 'disk') {
      if (isSealed || input.inputs.length > 0 || spaceId !== undefined) {
        throw new NotInProjectJobError();
      }
      const { workDir, inputs } = input;
      return { space, spaceId: null, workDir, inputs, isSealed, network: queue.network };
    }
    if (spaceId === undefined) {
      throw new NotInProjectJobError();
    }
    const { takesProjectFiles, takesSealedJobs, reason, sealedReason } = projectsOf(queue);
    if (!(isSealed ? takesSealedJobs : takesProjectFiles)) {
      throw new QueueWithoutProjectsError(isSealed ? sealedReason : reason);
    }
    const { workDir, inputs } = await this.views.viewFor(caller, spaceId, questionOf(input));
    const root = this.views.rootOf(spaceId);
    if (Buffer.byteLength(inputs.map((path) => join(root, path)).join('\n')) > inputBytesMax) {
      throw new InputsTooLongError();
    }
    const network = isSealed ? 'none' : queue.network;
    return { space, spaceId, workDir, inputs, isSealed, network };
  }

  /**
   * What a job is shown, by the rights of this moment; it is noted, so that what ends them ends the job. A sealed job gets the folder of its
   * results.
   * @throws ProjectAccessEndedError
   */
  async prepare(job: ScriptJobEntity, owner: SpaceUser): Promise<ShownProject> {
    const projectId = job.spaceId ?? '';
    const view = await this.currentView(job, owner, projectId).catch((error: unknown) => {
      throw error instanceof DomainError ? new ProjectAccessEndedError(error) : error;
    });
    const results = job.isSealed ? await this.makeResults(job, owner, projectId, view) : null;
    const root = this.views.rootOf(projectId);
    const shown = results === null ? view.entries : [...view.entries, results];
    return {
      projectEntries: shown.map(({ path, isWritable }) => ({
        path: absolute(root, path),
        isWritable,
      })),
      workDir: absolute(root, results?.path ?? view.workDir),
      resultsDir: results?.path ?? null,
      env: {
        CLUSTERDESK_PROJECT_DIR: root,
        CLUSTERDESK_INPUTS: view.inputs.map((path) => absolute(root, path)).join('\n'),
      },
    };
  }

  /** The name of a job's project; empty for one who may not enter it, and for a disk. */
  async nameFor(caller: SpaceUser, job: Pick<ScriptJobEntity, 'spaceId'>): Promise<string> {
    const project = job.spaceId
      ? await this.gate.enter(caller, job.spaceId).catch(nullWhenRefused)
      : null;
    return project?.projectName ?? '';
  }

  /** Notes a view before it is used, and makes it anew when rights have changed in between: whoever changes them looks at what is noted. */
  private async currentView(
    job: ScriptJobEntity,
    owner: SpaceUser,
    projectId: string,
  ): Promise<ProjectView> {
    let noted: ProjectView | null = null;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const view = await this.views.viewFor(owner, projectId, questionOf(job));
      if (noted && JSON.stringify(noted.entries) === JSON.stringify(view.entries)) {
        return view;
      }
      await this.repository.noteView(job, view.entries, view.version);
      const key = { space: 'project', spaceId: projectId } as const;
      const versions = await this.spaces.find('project')?.rightsVersions([{ user: owner, key }]);
      if (view.version !== null && versions?.[0] === view.version) {
        return view;
      }
      noted = view;
    }
    throw new Error('The rights of a project change all the time.');
  }

  private async makeResults(
    job: ScriptJobEntity,
    owner: SpaceUser,
    projectId: string,
    { workDir }: ProjectView,
  ): Promise<{ path: string; isWritable: true }> {
    const path = await this.results.make(owner, projectId, {
      dir: workDir,
      name: `${job.jobName}-${job.id}`,
      noted: job.resultsDir,
      note: (manager, at) => this.repository.noteResults(manager, job.id, at),
    });
    return { path, isWritable: true };
  }
}

const questionOf = (
  job: Pick<ScriptJobEntity, 'workDir' | 'inputs' | 'isSealed'>,
): ViewQuestion => ({
  right: job.isSealed ? 'view' : 'download',
  workDir: job.workDir,
  inputs: job.inputs,
});

/** Joined of names only; without the slash that ends the path of the root. */
const absolute = (root: string, path: string): string => (path === '/' ? root : join(root, path));
