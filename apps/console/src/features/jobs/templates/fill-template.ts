import type { QueueOption, SavedScriptText } from '@clusterdesk/contracts';
import type { FormInstance } from 'antd';
import { homePath } from '../../../shared/files/home-path.js';
import { emptyJob, fieldsWith, notTyped, type JobFormValues } from '../form/job-form-values.js';
import { defaultsOf } from './parameters.js';

/**
 * Fills in the form from a template. What the template says counts as typed, so that `#SBATCH` lines of its script leave it; about what
 * it does not say they are asked.
 */
export function fillTemplate(
  form: FormInstance<JobFormValues>,
  script: SavedScriptText,
  queues: readonly QueueOption[],
): void {
  const { queueName, cpus, maxMinutes, parameters } = script;
  const mayUseQueue = queues.some((queue) => queue.queueName === queueName);
  form.setFields([
    ...fieldsWith(
      {
        template: script.id,
        jobName: script.jobName,
        scriptContent: script.context,
        workDir: homePath(script.path),
        parameters,
        parameterValues: defaultsOf(parameters),
        ...(queueName !== null && mayUseQueue && { queueName }),
        ...(cpus !== null && { cpus }),
        ...(maxMinutes !== null && { maxMinutes }),
      },
      true,
    ),
    ...notTyped({
      ...(cpus === null && { cpus: emptyJob.cpus ?? null }),
      ...(maxMinutes === null && { maxMinutes: null }),
    }),
  ]);
}
