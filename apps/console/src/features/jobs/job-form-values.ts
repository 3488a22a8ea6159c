import { jobName, limits, type endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { ApiError } from '../../shared/api/api-error.js';

/** What the form of /editTask holds; numbers may be empty while one types. */
export interface JobFormValues {
  jobName: string;
  queueName: string;
  cpus: number | null;
  maxMinutes: number | null;
  workDir: string;
  scriptContent: string;
}

export const emptyJob: Partial<JobFormValues> = { cpus: 1, workDir: '/', scriptContent: '' };

export const isJobName = (name: string): boolean => jobName.safeParse(name).success;

/** Whether the script fits what the server takes. */
export const isScriptShort = (script: string): boolean =>
  new Blob([script]).size <= limits.scriptMaxBytes;

/** The call's input: empty fields are left to the server's defaults. */
export function toRunInput(values: JobFormValues): EndpointInput<typeof endpoints.jobs.run> {
  const { cpus, maxMinutes, workDir, ...rest } = values;
  return {
    ...rest,
    jobName: values.jobName.trim(),
    ...(cpus === null ? {} : { cpus }),
    ...(maxMinutes === null || maxMinutes === undefined ? {} : { maxMinutes }),
    ...(workDir.trim() === '' ? {} : { workDir: workDir.trim() }),
  };
}

/** Refusals that belong to one field though the server does not name it. */
const fieldOfError: Record<string, keyof JobFormValues> = {
  JOB_TOO_MANY_CPUS: 'cpus',
  JOB_QUEUE_NOT_FOUND: 'queueName',
};

const fieldNames: readonly string[] = [
  'jobName',
  'queueName',
  'cpus',
  'maxMinutes',
  'workDir',
  'scriptContent',
] satisfies (keyof JobFormValues)[];

/** A refusal as messages beside the fields they are about; empty when it is about none of them. */
export function fieldErrors(error: unknown): { name: keyof JobFormValues; errors: string[] }[] {
  if (!(error instanceof ApiError)) {
    return [];
  }
  const field = fieldOfError[error.error];
  const pairs = field ? [[field, error.message] as const] : Object.entries(error.fields);
  return pairs
    .filter(([name]) => fieldNames.includes(name))
    .map(([name, reason]) => ({ name: name as keyof JobFormValues, errors: [reason] }));
}
