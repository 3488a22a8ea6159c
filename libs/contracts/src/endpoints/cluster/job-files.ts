import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { pageSchema, spacePath, textId, wireTime } from '../../wire.js';
import { jobSpaces, workSpace } from './job-values.js';

/** What became of a file that a job read or wrote: as it was, changed since, or not there (under its name, or for the caller). */
export const jobFileStates = ['same', 'changed', 'gone'] as const;
export type JobFileState = (typeof jobFileStates)[number];

/** A file as a job was given it, or left it. */
const jobFile = z.object({
  space: z.enum(jobSpaces),
  spaceId: z.string(),
  path: z.string(),
  /** Bytes; 0 of a folder. */
  size: z.number(),
  /** When it was changed last, as of then. */
  modifiedTime: wireTime,
  isDirectory: z.boolean(),
  state: z.enum(jobFileStates),
});
export type JobFile = z.infer<typeof jobFile>;

const jobPages = { anyPermission: ['jobs.use'] } as const;

/** What went into jobs and came out of them; part of `jobEndpoints`. */
export const jobFileEndpoints = {
  files: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/files',
    turn: 'list',
    summary:
      'What a job was given, or the files in its work directory that were made or changed while it ran, newest first.',
    access: jobPages,
    audited: false,
    input: z.object({ jobId: textId, kind: z.enum(['input', 'output']), ...pageSchema }),
    result: z.object({
      data: z.array(jobFile),
      total: z.number(),
      /** Whether all were noted: of very many only the newest are, and none before the job has ended. */
      isWhole: z.boolean(),
    }),
  }),
  madeBy: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/madeBy',
    summary:
      'Which job made a file that the caller may view, or changed it last, and from what; null: none that is known.',
    access: 'signedIn',
    audited: false,
    input: z.object({ ...workSpace, path: spacePath }),
    result: z
      .object({
        /** Null: the caller may not open it. */
        jobId: z.string().nullable(),
        jobName: z.string(),
        userName: z.string(),
        endTime: wireTime,
        /** Whether the file was changed since. */
        isChanged: z.boolean(),
        /** What the job was given, as far as the caller may view it. */
        inputs: z.array(z.object({ path: z.string() })),
      })
      .nullable(),
  }),
} as const;
