import type { EntityManager } from 'typeorm';
import type { ScriptJobEntity } from '../script-job.entity.js';

/** Output per statement: well within the time that one may take. */
const sliceBytes = 64 * 1024 ** 2;

/** Removes the output of a job that is run anew, in the transaction that says so. A gigabyte takes seconds. */
export async function removeOutput(
  manager: EntityManager,
  { id, outputBytes }: Pick<ScriptJobEntity, 'id' | 'outputBytes'>,
): Promise<void> {
  for (let end = sliceBytes; end < Number(outputBytes) + sliceBytes; end += sliceBytes) {
    await manager.query('DELETE FROM script_job_output WHERE job_id = $1 AND start_byte < $2', [
      id,
      end,
    ]);
  }
}
