import { z } from 'zod';
import { limits } from '../limits.js';
import { agentMoment } from './agent-values.js';
import { isRefusalCode, type RefusalCode, runKinds, type RunKindName } from './run-refusals.js';

/** Runs of one kind that an agent keeps in its spool at most; it refuses more, so that every hello can name all jobs. */
export const agentJobsMax = 1000;

/** Largest value of an `integer` column of PostgreSQL. */
export const int32Max = 2_147_483_647;

/** One attempt of one job. */
export const jobRef = {
  jobId: z.string().min(1).max(64),
  attempt: z.number().int().min(0).max(int32Max),
};

/** One attempt of one run. Of an application `jobId` is the run's id, and `attempt` 0: it has no other. */
export const runRef = {
  ...jobRef,
  /** Absent: a job, as from agents and servers that say nothing else of runs. */
  kind: z.enum(runKinds).optional(),
};

/** Times of runs are the server's, which the agent knows by `now` of the hello; those of older agents are their host's. */
export const runStartedSchema = z.object({ ...runRef, startedAt: agentMoment });
export type RunStarted = z.infer<typeof runStartedSchema>;

/** Bytes of output that an agent keeps of one run of each kind. */
export const keptOutputBytes: Readonly<Record<RunKindName, number>> = {
  job: limits.jobOutputMaxBytes,
  application: limits.applicationOutputBytes,
};

/** Bytes of output that it sends at most: what is kept, and a note in the place of the rest. */
export const outputSentMaxBytes = (kind: RunKindName = 'job'): number =>
  keptOutputBytes[kind] + 1024;

/**
 * A piece of output, which may end inside a character. `isScriptEnded`: the script has ended, so its CPUs are free although its output
 * is still on its way; absent before that, and from older agents.
 */
export const runOutputSchema = z
  .object({
    ...runRef,
    offset: z.number().int().min(0),
    data: z.custom<Uint8Array>(
      (value) => value instanceof Uint8Array && value.byteLength <= limits.jobLogChunkBytes,
    ),
    isScriptEnded: z.boolean().optional().catch(undefined),
  })
  .refine(({ kind, offset, data }) => offset + data.byteLength <= outputSentMaxBytes(kind));
export type RunOutput = z.infer<typeof runOutputSchema>;

/** The offset that the server wants next; of a run that it does not know (any more), the end of the piece. */
export const runOutputReplySchema = z.object({ nextOffset: z.number().int().min(0) });
export type RunOutputReply = z.infer<typeof runOutputReplySchema>;

/** Why a script ended: by itself, stopped on request, out of time, or lost with its host. */
export const runEndReasons = ['exited', 'stopped', 'timeout', 'lost'] as const;

/** Why a script was ended where neither reason nor exit code tell: it met the limit of its memory, or filled the disk. */
export const runEndCauses = ['memory', 'disk'] as const;
export type RunEndCause = (typeof runEndCauses)[number];

/** Processor seconds that no run uses: 30 years. */
const cpuSecondsMax = 1e9;

/** A run has ended; sent when every byte of its output was acknowledged. */
export const runEndedSchema = z.object({
  ...runRef,
  reason: z.enum(runEndReasons),
  /** Exit code, 0 to 255; 128 + signal number after a signal, as a shell says it. Null when unknown. */
  exitCode: z
    .number()
    .int()
    .transform((code) => Math.min(Math.max(code, 0), 255))
    .nullable(),
  /** The signal that ended it; absent where none did, and from older agents. */
  signal: z.number().int().min(1).max(64).optional().catch(undefined),
  /** Bytes of output in all. */
  outputBytes: z
    .number()
    .int()
    .min(0)
    .transform((bytes) => Math.min(bytes, outputSentMaxBytes())),
  endedAt: agentMoment,
  /** Why a script that `exited` did not end by itself; absent where it did. A later agent's word counts as absent. */
  cause: z.enum(runEndCauses).optional().catch(undefined),
  /** Processor time used, seconds; absent where the host does not know, and from older agents. */
  cpuSeconds: z.number().nonnegative().max(cpuSecondsMax).optional().catch(undefined),
  /** Most memory held at once, bytes, as far as the agent saw; the same. */
  maxRssBytes: z.number().int().nonnegative().optional().catch(undefined),
  /**
   * Set when the run was accepted and its script never ran: why. With a `node` fault another attempt may be made elsewhere.
   * `reason` is then `lost`. A code of a later agent counts as absent.
   */
  refusal: z
    .custom<RefusalCode>((code) => typeof code === 'string' && isRefusalCode(code))
    .optional()
    .catch(undefined),
});
export type RunEnded = z.infer<typeof runEndedSchema>;

/** Agent → server, about runs of every kind. */
export interface RunsToServer {
  'jobs.started': (event: RunStarted, answer: () => void) => void;
  'jobs.output': (event: RunOutput, answer: (reply: RunOutputReply) => void) => void;
  'jobs.ended': (event: RunEnded, answer: () => void) => void;
}
