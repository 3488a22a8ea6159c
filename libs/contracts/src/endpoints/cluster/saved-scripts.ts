import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { scriptParameter } from '../../scripts/script-variables.js';
import { demandedOfNew, idSchema, nothing, optional, spacePath, wireTime } from '../../wire.js';
import { jobCpus, jobName, jobScript, workSpace } from './job-values.js';
import { ignored } from './node-schemas.js';
import { jobMinutes } from './queues.js';

const refs = z.array(z.object({ id: idSchema })).max(limits.savedScriptShares);

/** A saved script, as its list shows it; the script itself comes with `/job/saved/detail`. */
export const savedScript = z.object({
  id: z.string(),
  /** The name that its jobs get. */
  jobName: z.string(),
  /** The work directory. */
  path: z.string(),
  createTime: wireTime,
  state: z.literal(1),
  /** What it asks for; null: as its `#SBATCH` lines and its queue say. */
  queueName: z.string().nullable(),
  cpus: z.number().nullable(),
  maxMinutes: z.number().nullable(),
  parameters: z.array(scriptParameter),
  /** Null: the author has left. */
  ownerName: z.string().nullable(),
  isOwn: z.boolean(),
  /** Whose submitters, and whose members, see it too. */
  queues: z.array(z.object({ id: z.string(), queueName: z.string() })),
  projects: z.array(z.object({ id: z.string(), projectName: z.string() })),
});
export type SavedScript = z.infer<typeof savedScript>;
export type SavedScriptText = SavedScript & { context: string };

const jobPages = { anyPermission: ['jobs.use'] } as const;

/** Scripts that are kept to be run again (spec part 2 §7); part of `jobEndpoints`. */
export const savedScriptEndpoints = {
  save: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/save',
    summary:
      'Keeps a script with its parameters, or edits the one of `id`: what is absent stays. Only its author edits it. Sharing takes the right to manage the queue or project.',
    access: jobPages,
    audited: true,
    logged: ['id', 'jobName'],
    input: z
      .object({
        id: optional(idSchema),
        jobName: optional(jobName),
        context: optional(jobScript),
        /** A folder of the disk of whoever runs it. */
        path: optional(spacePath),
        /** Null, as of the others: as its `#SBATCH` lines and its queue say. */
        queueName: z.string().trim().normalize('NFKC').min(1).max(64).nullable().optional(),
        cpus: jobCpus.nullable().optional(),
        maxMinutes: jobMinutes.nullable().optional(),
        parameters: optional(
          z
            .array(scriptParameter)
            .max(limits.variablesMax)
            .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
        ),
        queues: optional(refs),
        projects: optional(refs),
        createTime: ignored,
        state: ignored,
      })
      .superRefine(demandedOfNew('jobName', 'context')),
    result: z.object({ id: z.string() }),
  }),
  savedList: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/saved/list',
    summary:
      "The caller's saved scripts, then those shared with queues and projects of the caller, by name.",
    access: jobPages,
    audited: false,
    input: z.object({}),
    result: z.array(savedScript),
  }),
  savedDetail: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/saved/detail',
    summary: 'One of the scripts of that list, with its text.',
    access: jobPages,
    audited: false,
    input: z.object({ id: idSchema }),
    result: savedScript.extend({ context: z.string() }),
  }),
  savedDelete: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/saved/delete',
    summary: 'Deletes a saved script of the caller; a system administrator deletes any.',
    access: jobPages,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  dirs: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/dirs',
    summary:
      "The folders in a folder of the caller's disk, or of a project those that the caller may view, for work directories.",
    access: jobPages,
    audited: false,
    turn: 'list',
    input: z.object({
      ...workSpace,
      /** Empty: the whole space. */
      path: optional(z.string()).pipe(z.preprocess((path) => path || '/', spacePath)),
    }),
    result: z.array(z.object({ name: z.string(), path: z.string() })),
  }),
} as const;
