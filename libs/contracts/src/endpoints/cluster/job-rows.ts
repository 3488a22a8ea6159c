import { z } from 'zod';
import { jobNetworks } from '../../agents/host-offers.js';
import { wireTime } from '../../wire.js';
import { jobSpaces } from './job-values.js';

/** Slurm's words (contract: Queues and jobs). */
export const jobStatuses = [
  'PENDING',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'TIMEOUT',
  'NODE_FAIL',
] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** `scriptName` is the job's name; `loginNane` is spelled as in the specification. */
const wireJobRow = z.object({
  jobId: z.string(),
  queueName: z.string(),
  scriptName: z.string(),
  loginNane: z.string(),
  /** Elapsed `hh:mm:ss`; `00:00:00` before the start. */
  workTime: z.string(),
  status: z.enum(jobStatuses),
  /** It waits, but gets no place until it is released; `reason` of its detail says why. */
  isHeld: z.boolean(),
  exitCode: z.number().nullable(),
  nodeName: z.string().nullable(),
  cpus: z.number(),
  createTime: wireTime,
  startTime: wireTime.nullable(),
  endTime: wireTime.nullable(),
  /** Of a job array: as it was written, and how many of its elements have each status; null: it is none. */
  array: z
    .object({ text: z.string(), counts: z.partialRecord(z.enum(jobStatuses), z.number()) })
    .nullable(),
  /** Of an element: the id of its array, and its index; null: it is none. */
  arrayId: z.string().nullable(),
  arrayIndex: z.number().nullable(),
  /** Milliseconds since the epoch, so that a page can count on from it. */
  startedAt: z.number().nullable(),
  /** Processor time that it used, seconds; null where its host does not say, or before its end. */
  cpuSeconds: z.number().nullable(),
  /** Most memory that it held at once, bytes; the same. */
  maxRssBytes: z.number().nullable(),
});

/** A job as the code knows it: with its owner's login name in the right spelling. */
function withLoginName<Row extends { loginNane: string }>({ loginNane, ...job }: Row) {
  return { ...job, loginName: loginNane };
}

/** A job in the list. */
export const jobRow = wireJobRow.transform(withLoginName);
export type WireJobRow = z.input<typeof jobRow>;
export type JobRow = z.output<typeof jobRow>;

/** Who can do something about it that a job waits. */
export const waitChangers = ['owner', 'administrator', 'nobody'] as const;
export type WaitChanger = (typeof waitChangers)[number];

/** Why a job waits, by a plan that was made for this answer. */
export const jobWaiting = z.object({
  /** A code of the server's `WaitReason`. */
  code: z.string(),
  /** What is missing, for people. */
  text: z.string(),
  /** Since when it waits, milliseconds since the epoch. */
  since: z.number(),
  /** Its place among the waiting jobs of its queue by time, from 1; null when it waits for none any more. */
  place: z.number().nullable(),
  whoCanChange: z.enum(waitChangers),
  /** What that person can do, for people. */
  advice: z.string(),
  /** When it can start, by time limits and by how long such jobs took, milliseconds since the epoch; null: it cannot be told. */
  earliestStartAt: z.number().nullable(),
  /** By how many minutes such a time was wrong lately in its queue, the median; null: too few are known. */
  forecastMissMinutes: z.number().nullable(),
  /** Hosts that it has or could have and with which something is wrong, a few by name. */
  hosts: z.array(
    z.object({
      /** Null: the caller may not see hosts. */
      nodeId: z.string().nullable(),
      name: z.string(),
      /** What is wrong, for people. */
      text: z.string(),
    }),
  ),
});
export type JobWaiting = z.infer<typeof jobWaiting>;

const wireJobDetail = wireJobRow.extend({
  scriptContent: z.string(),
  /** Where it works: its owner's disk, or a project. */
  space: z.enum(jobSpaces),
  /** Of a project; empty: of a disk. */
  spaceId: z.string(),
  /** The project's name, as it is now; empty: of a disk, or a project that the caller may not enter. */
  spaceName: z.string(),
  /** Of a sealed job, once it has a node, the folder of its results. */
  workDir: z.string(),
  isSealed: z.boolean(),
  /** The entries of the project that it was given by name; none: all that its owner might have. */
  inputs: z.array(z.string()),
  /** Its output as a file of that space; null until it has ended, and where it printed nothing or the file could not be written. */
  logPath: z.string().nullable(),
  /** What its environment held besides what the platform sets. */
  variables: z.record(z.string(), z.string()),
  /** What it asked for, MiB; null: it asked for none. */
  memoryMb: z.number().nullable(),
  maxMinutes: z.number().nullable(),
  /** Null: of Slurm, whose cluster decides on it. */
  network: z.enum(jobNetworks).nullable(),
  /** Why it ended, for people; empty when there is nothing to say. */
  reason: z.string(),
  /** Why it has not started; null when it has. */
  waiting: jobWaiting.nullable(),
  /** The number of the signal that ended it; null where none did. */
  signal: z.number().nullable(),
  /** The jobs after whose success it starts. */
  after: z.array(
    z.object({ jobId: z.string(), scriptName: z.string(), status: z.enum(jobStatuses) }),
  ),
  /** The graph it was submitted by, and which step of it; null: none. */
  graph: z.object({ graphId: z.string(), graphName: z.string(), key: z.string() }).nullable(),
  outputBytes: z.number(),
  /** Its output was removed: it was older, or with the user's other outputs more, than the platform keeps. */
  isOutputRemoved: z.boolean(),
});

/** What is known of one job. */
export const jobDetail = wireJobDetail.transform(withLoginName);
export type WireJobDetail = z.input<typeof jobDetail>;
export type JobDetail = z.output<typeof jobDetail>;

/** By what the list of jobs can be sorted; what is empty comes last. */
export const jobSorts = [
  'createTime',
  'startTime',
  'endTime',
  'scriptName',
  'queueName',
  'cpus',
  'cpuSeconds',
  'maxRssBytes',
] as const;
export type JobSort = (typeof jobSorts)[number];
