import {
  endpoints,
  scriptParameter,
  type EndpointInput,
  type JobDetail,
  type QueueOption,
} from '@clusterdesk/contracts';
import { z } from 'zod';
import { parentOf } from '../../../shared/file-browser/file-names.js';
import { homePath, pathFromHome } from '../../../shared/files/home-path.js';
import { rowsOf, variablesOf } from '../templates/parameters.js';

/** What the form of /editTask holds; numbers may be empty while one types. */
export const jobFormValues = z.object({
  jobName: z.string(),
  queueName: z.string(),
  cpus: z.number().nullable(),
  memoryMb: z.number().nullable(),
  maxMinutes: z.number().nullable(),
  /** The project in which it works; empty: My files. */
  spaceId: z.string(),
  /** Only in a project: computes on what the user may only view. */
  isSealed: z.boolean(),
  /** Entries of the project that it is given; none: all that it may have. */
  inputs: z.array(z.string()),
  /** Of My files with `~` for their root, as the shell has it. */
  workDir: z.string(),
  /** As sbatch(1) writes it; empty: no array. */
  array: z.string(),
  /** The jobs after whose success it starts. */
  afterJobs: z.array(z.object({ id: z.string(), name: z.string() })),
  scriptContent: z.string(),
  /** The id of the template that it began with; empty: none. */
  template: z.string(),
  /** What that template asks for, and the answers by name. */
  parameters: z.array(scriptParameter),
  parameterValues: z.record(z.string(), z.string()),
  /** Further variables of the job. */
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type JobFormValues = z.infer<typeof jobFormValues>;

/** Where a job works unless said: the root of My files. */
export const ownFiles: Pick<JobFormValues, 'spaceId' | 'isSealed' | 'inputs' | 'workDir'> = {
  spaceId: '',
  isSealed: false,
  inputs: [],
  workDir: '~/',
};

export const emptyJob = {
  cpus: 1,
  memoryMb: null,
  ...ownFiles,
  array: '',
  afterJobs: [],
  scriptContent: '',
  template: '',
  parameters: [],
  parameterValues: {},
  variables: [],
} satisfies Partial<JobFormValues>;

const rules = endpoints.jobs.run.input.shape;

/** The rules of the call's parameters; the folder as the form has it, with `~`. */
export const jobRules = {
  ...rules,
  workDir: z.string().transform(pathFromHome).pipe(rules.workDir.unwrap()),
};

/** Where a job works; a sealed one that had a node says where its results are: another's get a folder beside these. */
const placeOf = (job: JobDetail): typeof ownFiles => {
  const { space, spaceId, isSealed, inputs, workDir, nodeName } = job;
  return space === 'disk'
    ? { ...ownFiles, workDir: homePath(workDir) }
    : {
        spaceId,
        isSealed,
        inputs,
        workDir: isSealed && nodeName !== null ? parentOf(workDir) : workDir,
      };
};

/** The values of a job that is the pattern of another. */
export const valuesOf = (job: JobDetail): JobFormValues => ({
  ...emptyJob,
  ...placeOf(job),
  jobName: job.scriptName,
  queueName: job.queueName,
  cpus: job.cpus,
  memoryMb: job.memoryMb,
  maxMinutes: job.maxMinutes,
  // An element by itself goes on having its index.
  array: job.arrayIndex?.toString() ?? job.array?.text ?? '',
  scriptContent: job.scriptContent,
  variables: rowsOf(job.variables),
});

interface FilledField {
  name: keyof JobFormValues;
  value: unknown;
  touched: boolean;
  errors: string[];
}

/** Values for `form.setFields`; `isTyped`: as if the user had typed them. */
export const fieldsWith = (values: Partial<JobFormValues>, isTyped: boolean): FilledField[] =>
  jobFormValues
    .keyof()
    .options.filter((name) => name in values)
    .map((name) => ({ name, value: values[name], touched: isTyped, errors: [] }));

/** Values that the user has not typed, for `form.setFields`: later ones may replace them. */
export const notTyped = (values: Partial<JobFormValues>): FilledField[] =>
  fieldsWith(values, false);

/** A job's name from the name of its script (spec part 2 §2, Run job). */
export const jobNameOf = (fileName: string): string => fileName.replace(/\.sh$/i, '');

/** The most CPUs one node of the queue gives: a job runs on one node. Null where only the server knows, as of Slurm's nodes. */
export const mostCpusOf = (queue: QueueOption | undefined): number | null =>
  queue?.backend === 'agent' ? Math.max(1, ...queue.calculations.map(({ cpus }) => cpus)) : null;

/** The call's input: empty fields are left to the server's defaults. */
export function toRunInput(values: JobFormValues): EndpointInput<typeof endpoints.jobs.run> {
  const { jobName, queueName, scriptContent, cpus, memoryMb, maxMinutes, workDir } = values;
  const { array, afterJobs, spaceId, isSealed, inputs } = values;
  const variables = variablesOf(values);
  return {
    jobName: jobName.trim(),
    queueName,
    scriptContent,
    // Also when it is empty: the script's #SBATCH lines may ask for one.
    array: array.trim(),
    ...(afterJobs.length === 0 ? {} : { afterJobIds: afterJobs.map(({ id }) => id) }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(cpus === null ? {} : { cpus }),
    ...(memoryMb === null || memoryMb === undefined ? {} : { memoryMb }),
    ...(maxMinutes === null || maxMinutes === undefined ? {} : { maxMinutes }),
    ...(spaceId ? { space: 'project', spaceId, isSealed, inputs } : {}),
    ...(workDir.trim() === '' ? {} : { workDir: pathFromHome(workDir.trim()) }),
  };
}

/** Refusals that belong to one field though the server does not name it. */
export const fieldOfCode = {
  JOB_TOO_MANY_CPUS: 'cpus',
  JOB_TOO_MUCH_MEMORY: 'memoryMb',
  JOB_TOO_LONG: 'maxMinutes',
  JOB_QUEUE_NOT_FOUND: 'queueName',
  JOB_AFTER_UNKNOWN: 'afterJobs',
  JOB_AFTER_FAILED: 'afterJobs',
} as const satisfies Record<string, keyof JobFormValues>;
