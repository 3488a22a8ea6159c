import { z } from 'zod';
import { limits } from '../../limits.js';
import { scriptText } from '../../scripts/script-text.js';
import { byteLength, idSchema, optional, ruleMessage } from '../../wire.js';

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
