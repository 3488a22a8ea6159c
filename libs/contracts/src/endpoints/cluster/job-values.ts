import { z } from 'zod';
import { limits } from '../../limits.js';
import { jobArrayText } from '../../scripts/job-array.js';
import { scriptText } from '../../scripts/script-text.js';
import { scriptVariables } from '../../scripts/script-variables.js';
import {
  byteLength,
  idSchema,
  optional,
  ruleMessage,
  spacePath,
  textId,
  wireBoolean,
} from '../../wire.js';
import { jobMemoryMb, jobMinutes } from './queues.js';

/** Letter first, then word characters; letters of any script (spec part 2 §5). */
export const jobName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .refine(
    (name) => /^\p{L}[\p{L}\p{N}_-]*$/u.test(name),
    ruleMessage(
      '须以字母开头，只能包含字母、数字、下划线和连字符',
      'it must start with a letter, followed by letters, digits, underscores or hyphens',
    ),
  );

/** The script of a job. */
export const jobScript = scriptText
  .refine(
    (text) => byteLength(text) <= limits.scriptMaxBytes,
    ruleMessage('脚本不能超过 1 MiB', 'A script has at most 1 MiB'),
  )
  .refine(
    (text) => !text.includes('\0'),
    ruleMessage('脚本中有无效字符', 'The script has an invalid character'),
  );

/** CPUs that a job asks for. */
export const jobCpus = z.coerce.number().int().min(1).max(4096);

/** Whose files a job works in. */
export const jobSpaces = ['disk', 'project'] as const;
export type JobSpace = (typeof jobSpaces)[number];

/** Where a job works: in the caller's disk, or in the project `spaceId`. */
export const workSpace = {
  space: z.enum(jobSpaces).default('disk'),
  spaceId: optional(idSchema),
};

/** What a job is submitted with. */
export const jobSubmission = z.object({
  jobName,
  // As with names of users: compatibility forms of a letter are the letter.
  queueName: z.string().trim().normalize('NFKC').min(1).max(64),
  scriptContent: jobScript,
  /** Absent: as its `#SBATCH` lines ask (`readSbatchLines`), else 1. */
  cpus: jobCpus.optional(),
  /** The memory that it may hold and that is kept for it, MiB. Absent: as its `#SBATCH` lines ask, else the usual part of its node. */
  memoryMb: jobMemoryMb.optional(),
  ...workSpace,
  /**
   * A folder of that space; the default is its root. In a project one in which the caller may view, edit and download everything;
   * of a sealed job one into which the caller may put entries: its results get a folder of their own there.
   */
  workDir: spacePath.default('/'),
  /**
   * Entries of a project that the job is given: it sees these and its work directory alone. None: all of the project that the caller may
   * download, or of a sealed job, view.
   */
  inputs: z.array(spacePath).max(limits.jobInputsMax).default([]),
  /**
   * Only in a project: computes on what the caller may view but not download. The job has no network and no home; what it prints and writes
   * are entries of the project that the caller may view, and download as approved.
   */
  isSealed: wireBoolean.default(false),
  /** The job is stopped after that; at most its queue's `maxMinutes`. Absent: as its `#SBATCH` lines ask, else its queue's `defaultMinutes`. */
  maxMinutes: jobMinutes.optional(),
  /** As sbatch(1) writes it: `1-100%10`. Each element is a job with an index in its environment. Empty: none. Absent: as its `#SBATCH` lines ask. */
  array: z.literal('').or(jobArrayText).optional(),
  /** Jobs of the caller: it waits until all of them have succeeded, and is cancelled when one has not. */
  afterJobIds: z.array(textId).max(limits.jobAfterMax).default([]),
  /** Added to its environment. */
  variables: scriptVariables.default({}),
  /** Run it once more when its node is lost; only for scripts that do no harm when they run twice. */
  requeue: wireBoolean.default(false),
});
