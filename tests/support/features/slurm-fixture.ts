import { ScriptJobEntity } from '../../../apps/server/src/features/jobs/script-job.entity.js';
import type { SpecPlatform } from '../server/spec-platform.js';

/** A job as it is stored. */
export function storedJob(platform: SpecPlatform, jobId: string): Promise<ScriptJobEntity> {
  return platform.dataSource.getRepository(ScriptJobEntity).findOneByOrFail({ id: jobId });
}
