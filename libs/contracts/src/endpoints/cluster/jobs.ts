import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import {
  commaList,
  fetchTicketInput,
  idSchema,
  nothing,
  pageSchema,
  textId,
  wireBoolean,
} from '../../wire.js';
import { scriptVariables } from '../../scripts/script-variables.js';
import { jobDetail, jobRow, jobSorts, jobStatuses } from './job-rows.js';
import { jobFileEndpoints } from './job-files.js';
import { jobGraphEndpoints } from './job-graphs.js';
import { jobSubmission } from './job-values.js';
import { queueEndpoints } from './queues.js';
import { savedScriptEndpoints } from './saved-scripts.js';
import { slurmEndpoints } from './slurm.js';

/** Milliseconds since the epoch, within what a database can store. */
const moment = z.coerce.number().int().min(0).max(8_640_000_000_000);

/** Which jobs, whatever their status. */
const jobFilter = {
  /** `all`: everyone's, for system administrators. */
  owner: z.enum(['own', 'all']).default('own'),
  /** Part of the owner's login name. */
  username: z.string().trim().max(64).optional(),
  /** Part of the job's name. */
  jobName: z.string().trim().max(64).optional(),
  queueName: z.string().trim().max(64).optional(),
  /** Submitted no earlier, and no later, milliseconds since the epoch: how jobs of months ago are found. */
  from: moment.optional(),
  to: moment.optional(),
};

const jobPages = { anyPermission: ['jobs.use'] } as const;

export const jobEndpoints = {
  ...queueEndpoints,
  ...jobFileEndpoints,
  ...jobGraphEndpoints,
  ...savedScriptEndpoints,
  ...slurmEndpoints,
  run: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/run',
    summary:
      'Submit a script to a queue. Absent cpus, memoryMb and maxMinutes are those of its #SBATCH lines; other such lines have no effect.',
    access: jobPages,
    audited: true,
    logged: ['jobName', 'queueName'],
    input: jobSubmission,
    result: jobRow,
  }),
  runMany: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/runMany',
    summary:
      'Submit several jobs, one after the other. Each has its own answer: a refused one does not stop the others.',
    access: jobPages,
    audited: true,
    logged: [],
    input: z.object({ jobs: z.array(jobSubmission).min(1).max(limits.jobsAtOnce) }),
    result: z.array(
      z.object({
        /** Null: it was refused. */
        jobId: z.string().nullable(),
        /** The stable code of the refusal, and its sentence; null: it was submitted. */
        error: z.string().nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
  rerun: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/rerun',
    summary:
      "Submit one of the caller's jobs again, with the same script and values except those that are given.",
    access: jobPages,
    audited: true,
    logged: ['jobId'],
    input: jobSubmission
      .pick({ jobName: true, queueName: true, cpus: true, memoryMb: true, maxMinutes: true })
      .partial()
      .extend({ jobId: textId, variables: scriptVariables.optional() }),
    result: jobRow,
  }),
  list: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/list',
    turn: 'list',
    summary: "The caller's jobs, newest first; a system administrator sees everyone's.",
    access: jobPages,
    audited: false,
    input: z.object({
      username: z.string().trim().max(64).optional(),
      jobName: z.string().trim().max(64).optional(),
    }),
    result: z.array(jobRow),
  }),
  search: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/search',
    turn: 'search',
    summary: `A page of one's own jobs, or for a system administrator of everyone's, newest first unless sorted. Of ended jobs the newest ${limits.jobsListed} between from and to count.`,
    access: jobPages,
    audited: false,
    input: z.object({
      ...jobFilter,
      /** One of these; none: any. */
      statuses: commaList.pipe(z.array(z.enum(jobStatuses))),
      sort: z.enum(jobSorts).default('createTime'),
      order: z.enum(['asc', 'desc']).default('desc'),
      ...pageSchema,
    }),
    result: z.object({ data: z.array(jobRow), total: z.number() }),
  }),
  counts: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/counts',
    summary: 'How many of the same jobs there are in each status.',
    access: jobPages,
    audited: false,
    input: z.object(jobFilter),
    result: z.record(z.enum(jobStatuses), z.number()),
  }),
  elements: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/elements',
    turn: 'list',
    summary: 'A page of the elements of a job array, by index.',
    access: jobPages,
    audited: false,
    input: z.object({
      jobId: textId,
      /** One of these; none: any. */
      statuses: commaList.pipe(z.array(z.enum(jobStatuses))),
      ...pageSchema,
    }),
    result: z.object({ data: z.array(jobRow), total: z.number() }),
  }),
  onHost: defineEndpoint({
    feature: 'jobs',
    method: 'GET',
    path: '/job/onHost',
    summary:
      "What a host runs, and what ended there last within a week: those jobs that the caller may see. Others' are counted.",
    access: { anyPermission: ['monitoring.see'] },
    audited: false,
    input: z.object({ nodeId: idSchema }),
    result: z.object({
      /** Newest first, at most 50. */
      running: z.array(jobRow),
      /** All that have their place there, whoever's they are. */
      runningCount: z.number(),
      /** The last ten, the last one first. */
      ended: z.array(jobRow),
    }),
  }),
  stop: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/stop',
    summary: 'Stop a job: one that waits is cancelled, one that runs is ended with all it started.',
    access: jobPages,
    audited: true,
    logged: ['jobId'],
    input: z.object({ jobId: textId }),
    result: nothing,
  }),
  hold: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/hold',
    summary:
      'Keep a job that waits from starting until it is released. One that has its place cannot be held.',
    access: jobPages,
    audited: true,
    logged: ['jobId'],
    input: z.object({ jobId: textId }),
    result: nothing,
  }),
  release: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/release',
    summary: 'Release a held job; what an administrator holds, only an administrator.',
    access: jobPages,
    audited: true,
    logged: ['jobId'],
    input: z.object({ jobId: textId }),
    result: nothing,
  }),
  detail: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/detail',
    summary: 'One job: node, exit code, times, script.',
    access: jobPages,
    audited: false,
    input: z.object({ jobId: textId }),
    result: jobDetail,
  }),
  log: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/log',
    summary:
      'Output from a byte offset on, or from the next character; lines that are not UTF-8 are read as GB18030. Ask again from nextOffset. With before: the part that ends there.',
    access: jobPages,
    audited: false,
    input: z.object({
      jobId: textId,
      offset: z.coerce.number().int().min(0).default(0),
      /** In place of `offset`: where the page is to end, at most the end of the output. It begins with a line where one begins in it. */
      before: z.coerce.number().int().min(0).optional(),
      /** Whether the answer says when lines came. */
      withTimes: wireBoolean.default(false),
    }),
    result: z.object({
      offset: z.number(),
      nextOffset: z.number(),
      text: z.string(),
      /** Bytes of output that there are. */
      outputBytes: z.number(),
      /**
       * When the server got the beginning of this line of `text` (from 0) and of those after it, milliseconds since the epoch; at most one
       * a second. None for what was stored before such times were kept.
       */
      times: z.array(z.object({ line: z.number(), time: z.number() })).optional(),
      /** Grows when the job is run anew; its output begins at 0 again then. */
      attempt: z.number(),
      /** Whether the job has ended and nothing follows nextOffset. */
      isComplete: z.boolean(),
    }),
  }),
  getLogPath: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/getLogPath',
    summary: 'A single-use ticket for the whole output as a file.',
    access: jobPages,
    audited: true,
    input: z.object({ jobId: textId }),
    result: z.string(),
  }),
  downloadLog: defineEndpoint({
    feature: 'jobs',
    method: 'GET',
    path: '/job/downloadLog',
    summary: 'The output behind a ticket, as far as it is there now.',
    access: 'ticket',
    audited: false,
    input: fetchTicketInput,
    result: z.unknown(),
    transport: 'raw',
  }),
  upload: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/upload',
    summary: 'Read a script file: its text comes back in message and result.',
    access: jobPages,
    audited: false,
    input: z.object({ path: z.string().max(4096).optional() }),
    result: z.string(),
    upload: 'file',
  }),
} as const;
