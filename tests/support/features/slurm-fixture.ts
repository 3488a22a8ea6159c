import { SlurmBackend } from '../../../apps/server/src/features/jobs/backends/slurm/slurm-backend.service.js';
import { QueueRepository } from '../../../apps/server/src/features/jobs/queues/queue.repository.js';
import { ScriptJobEntity } from '../../../apps/server/src/features/jobs/script-job.entity.js';
import type { SpecPlatform } from '../server/spec-platform.js';

/** A queue of Slurm that everyone may use; without partitions: of its default. */
export async function addSlurmQueue(
  platform: SpecPlatform,
  name: string,
  partitions: readonly string[],
): Promise<void> {
  const [row] = await platform.query(
    'INSERT INTO compute_queue (queue_name, is_open_to_everyone) VALUES ($1, true) RETURNING id',
    [name],
  );
  const queues = platform.get(QueueRepository);
  const { manager } = platform.dataSource;
  await queues.place(manager, String(row?.['id']), { backend: 'slurm', partitions });
}

/** A job as it is stored. */
export function storedJob(platform: SpecPlatform, jobId: string): Promise<ScriptJobEntity> {
  return platform.dataSource.getRepository(ScriptJobEntity).findOneByOrFail({ id: jobId });
}

/** Holds a job in Slurm, or releases it. @returns whether Slurm has done it */
export async function controlInSlurm(
  platform: SpecPlatform,
  action: 'hold' | 'release',
  jobId: string,
): Promise<boolean> {
  return platform.get(SlurmBackend)[action](await storedJob(platform, jobId));
}
