import { relative, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { ScriptVariables } from '@clusterdesk/contracts';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobGraphRepository, type AwaitedDir } from './job-graph.repository.js';

/** Longer lists of folders are left out: one variable of more than 128 KiB lets no program start. */
const dirsMaxBytes = 32 * 1024;

/** What the environment of a job says about its place among others. */
@Injectable()
export class StepVariables {
  constructor(private readonly repository: JobGraphRepository) {}

  /** @param workDir the job's work directory, as it sees it itself */
  async of(job: ScriptJobEntity, workDir: string): Promise<ScriptVariables> {
    const [step, awaited] = await Promise.all([
      this.repository.stepOf(job),
      this.repository.listAwaitedDirs(job),
    ]);
    const dirs = dirsSeenFrom(job, workDir, awaited).join('\n');
    return {
      ...(step && { CLUSTERDESK_STEP: step.key }),
      ...(dirs && Buffer.byteLength(dirs) <= dirsMaxBytes && { CLUSTERDESK_AFTER_DIRS: dirs }),
    };
  }
}

/** These folders as the job sees them, whatever path its backend gives its own: those of another space are not there for it. */
export function dirsSeenFrom(
  job: Pick<ScriptJobEntity, 'space' | 'spaceId' | 'workDir' | 'resultsDir'>,
  workDir: string,
  awaited: readonly AwaitedDir[],
): string[] {
  const own = job.resultsDir ?? job.workDir;
  return awaited
    .filter(({ space, spaceId }) => space === job.space && spaceId === job.spaceId)
    .map(({ dir }) => resolve(workDir, relative(own, dir)));
}
