import { z } from 'zod';
import { limits } from './limits.js';

/** The namespace of agents. */
export const agentNamespace = '/agent';

/** Changes only add fields; the server supports this number and the one before. */
export const agentProtocol = 1;

/** What an agent shows when it connects: a single-use enrolment token at first, then its own secret. */
export const agentHandshakeSchema = z.object({
  protocol: z.number().int(),
  enrolToken: z.string().max(200).optional(),
  nodeId: z.string().max(64).optional(),
  secret: z.string().max(200).optional(),
});
export type AgentHandshake = z.infer<typeof agentHandshakeSchema>;

/** What a host lets its agent do; set on the host, never by the server (design: Agent). */
export const agentCapabilities = ['metrics', 'sessions', 'jobs', 'applications'] as const;

/** How a job is kept to its own folder on this host: the recipe in use, or why there is none. */
export const confinements = ['namespaces', 'bubblewrap', 'none'] as const;

/** Jobs that one agent keeps in its spool at most; it refuses more, so that every hello can name them all. */
export const agentJobsMax = 1000;

/** Largest value of an `integer` column of PostgreSQL. */
const int32Max = 2_147_483_647;

/** One attempt of one job. */
const jobRef = {
  jobId: z.string().min(1).max(64),
  attempt: z.number().int().min(0).max(int32Max),
};

export const agentHelloSchema = z.object({
  hostname: z.string().max(255),
  agentVersion: z.string().max(32),
  platform: z.string().max(64),
  cpus: z.number().int().min(1).max(int32Max),
  memoryBytes: z.number().int().min(0),
  allow: z.array(z.enum(agentCapabilities)).max(agentCapabilities.length),
  confinement: z.enum(confinements),
  /** Whether jobs run here at all: allowed, and confined or explicitly allowed without. */
  acceptsJobs: z.boolean(),
  /** Every job in the agent's spool, running or ended, that the server has not released yet. */
  jobs: z.array(z.object({ ...jobRef, isEnded: z.boolean() })).max(agentJobsMax),
});
export type AgentHello = z.infer<typeof agentHelloSchema>;

/** The server's word on each job the agent named: go on sending from `nextOffset`, or stop and forget it. */
export interface AgentHelloReply {
  nodeId: string;
  reportMs: number;
  jobs: { jobId: string; attempt: number; action: 'continue' | 'forget'; nextOffset: number }[];
}

/** A host's clock may be ahead of the server's by this much. */
const clockAheadMs = 60_000;

/**
 * Milliseconds since the epoch by the host's clock. A moment outside [0, now + 1 min] is replaced by the nearest one inside:
 * an event that were refused for its time would be sent again for ever.
 */
const agentMoment = z
  .number()
  .transform((time) => Math.round(Math.min(Math.max(time, 0), Date.now() + clockAheadMs)));

export const metricReportSchema = z.object({
  samples: z
    .array(
      z.object({
        time: agentMoment,
        cpu: z.number().min(0).max(100),
        mem: z.number().min(0).max(100),
      }),
    )
    .max(2000),
});
export type MetricReport = z.infer<typeof metricReportSchema>;

/**
 * What the server may answer to a report. Samples are taken every `reportMs` all the same; with `sendMs` they are sent together
 * at that interval, which must be shorter than `limits.agentSilenceMs`: a server asks for it while nobody watches. Absent, and
 * on each new connection, every sample is sent at once.
 */
export interface MetricReportReply {
  sendMs?: number;
}

export const jobStartedSchema = z.object({ ...jobRef, startedAt: agentMoment });
export type JobStarted = z.infer<typeof jobStartedSchema>;

/** Bytes of output that an agent sends of one job: what is kept, and a note in the place of the rest. */
export const jobOutputSentMaxBytes = limits.jobOutputMaxBytes + 1024;

/** A piece of output. It never ends inside a UTF-8 sequence unless the job has ended. */
export const jobOutputSchema = z
  .object({
    ...jobRef,
    offset: z.number().int().min(0),
    data: z.custom<Uint8Array>(
      (value) => value instanceof Uint8Array && value.byteLength <= limits.jobLogChunkBytes,
    ),
  })
  .refine(({ offset, data }) => offset + data.byteLength <= jobOutputSentMaxBytes);
export type JobOutput = z.infer<typeof jobOutputSchema>;

/** Why a script ended: by itself, stopped on request, out of time, or lost with its host. */
export const jobEndReasons = ['exited', 'stopped', 'timeout', 'lost'] as const;

/**
 * Why an agent does not run a job, and whose fault that is. `job`: no other node would run it either, so the refusal is final.
 * `node`: nothing is wrong with the job; it may run elsewhere or later, and the node needs an administrator. A user must not be
 * able to bring about a `node` refusal, or one person's job could put every node out of use.
 */
export const refusalReasons = {
  /** The command does not follow the protocol, or holds what cannot be passed to a shell. */
  AGENT_JOB_INVALID: { fault: 'job' },
  /** The agent knows a later attempt of this job. */
  AGENT_JOB_OUTDATED: { fault: 'job' },
  /** A folder that no job may see, or a work folder outside the job's folders. */
  AGENT_FOLDER_REFUSED: { fault: 'job' },
  /** The work folder does not exist in a home that does. */
  AGENT_WORK_DIR_MISSING: { fault: 'job' },
  /** The host's account database answers that it has no such account, or that the account is root. */
  AGENT_ACCOUNT_UNKNOWN: { fault: 'job' },
  /** AGENT_ALLOW of the host leaves jobs out. */
  AGENT_JOBS_NOT_ALLOWED: { fault: 'node' },
  /** The host has no way to confine jobs, and its operator does not allow them without. */
  AGENT_JOBS_UNCONFINED: { fault: 'node' },
  /** Confining worked when the agent started and failed for this job; its script did not run. */
  AGENT_CONFINEMENT_FAILED: { fault: 'node' },
  /** The shared filesystem is not mounted on the host, is mounted elsewhere, or does not answer. */
  AGENT_FOLDER_UNREACHABLE: { fault: 'node' },
  /** The host's account database (files, LDAP) fails or does not answer. */
  AGENT_ACCOUNT_LOOKUP_FAILED: { fault: 'node' },
  /** The job cannot be stored on the host's disk. */
  AGENT_SPOOL_FAILED: { fault: 'node' },
  /** The agent holds as many jobs as one may (`agentJobsMax`). */
  AGENT_SPOOL_FULL: { fault: 'node' },
} as const satisfies Record<string, { fault: 'job' | 'node' }>;
export type RefusalCode = keyof typeof refusalReasons;
export type RefusalFault = (typeof refusalReasons)[RefusalCode]['fault'];

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusalReasons, code);
}

/** An agent's answer to a job. `reason` is `CODE: a sentence for the operator`; older agents do not say `fault`. */
export const runScriptReplySchema = z.object({
  isAccepted: z.boolean(),
  reason: z.string().optional(),
  fault: z.enum(['job', 'node']).optional().catch(undefined),
});
export type RunScriptReply = z.infer<typeof runScriptReplySchema>;

/** What a refusal means. A code of a later agent is unknown here, but its `fault` counts; without either it is final. */
export function readRefusal(reply: Pick<RunScriptReply, 'reason' | 'fault'>): {
  code: RefusalCode | 'AGENT_REFUSED';
  fault: RefusalFault;
} {
  const code = reply.reason?.split(':')[0] ?? '';
  return isRefusalCode(code)
    ? { code, fault: refusalReasons[code].fault }
    : { code: 'AGENT_REFUSED', fault: reply.fault ?? 'job' };
}

export const jobEndedSchema = z.object({
  ...jobRef,
  reason: z.enum(jobEndReasons),
  /** Exit code, 0 to 255; 128 + signal number after a signal, as a shell says it. Null when unknown. */
  exitCode: z
    .number()
    .int()
    .transform((code) => Math.min(Math.max(code, 0), 255))
    .nullable(),
  /** Bytes of output in all; sent only after every byte was acknowledged. */
  outputBytes: z
    .number()
    .int()
    .min(0)
    .transform((bytes) => Math.min(bytes, jobOutputSentMaxBytes)),
  endedAt: agentMoment,
  /** Processor time used, seconds; absent where the host does not know, and from older agents. */
  cpuSeconds: z.number().nonnegative().optional().catch(undefined),
  /** Most memory held at once, bytes, as far as the agent saw; the same. */
  maxRssBytes: z.number().int().nonnegative().optional().catch(undefined),
  /**
   * Set when the job was accepted and its script never ran: why. With a `node` fault another attempt may be made elsewhere.
   * `reason` is then `lost`. A code of a later agent counts as absent.
   */
  refusal: z
    .custom<RefusalCode>((code) => typeof code === 'string' && isRefusalCode(code))
    .optional()
    .catch(undefined),
});
export type JobEnded = z.infer<typeof jobEndedSchema>;

/** Run a script. Idempotent by job and attempt; a lower attempt than the one known is refused. */
export const runScriptSchema = z.object({
  ...jobRef,
  jobName: z.string().max(255),
  userName: z.string().max(255),
  script: z.string(),
  cpus: z.number().int().min(1),
  timeoutMs: z.number().int().min(1).nullable(),
  /** Absolute folders on the shared filesystem the job may read and write; the first is its HOME. */
  visibleDirs: z.array(z.string()).min(1),
  /** Absolute folders the job must see nothing of, besides `visibleDirs` below them. */
  hiddenDirs: z.array(z.string()),
  workDir: z.string(),
  /** Added to the job's otherwise clean environment. */
  env: z.record(z.string(), z.string()),
});
export type RunScript = z.infer<typeof runScriptSchema>;

export const stopScriptSchema = z.object({ ...jobRef, reason: z.enum(['stopped', 'timeout']) });
export type StopScript = z.infer<typeof stopScriptSchema>;

/** Server → agent. Each is answered. */
export interface ServerToAgent {
  /** The node's own credentials, in exchange for the enrolment token; answered when they are safely stored. */
  'node.enrolled': (credentials: { nodeId: string; secret: string }, answer: () => void) => void;
  'jobs.run-script': (command: RunScript, answer: (reply: RunScriptReply) => void) => void;
  'jobs.stop-script': (command: StopScript, answer: (reply: { isKnown: boolean }) => void) => void;
}

/** Agent → server. Each is answered; what was not answered is sent again. */
export interface AgentToServer {
  'node.hello': (hello: AgentHello, answer: (reply: AgentHelloReply) => void) => void;
  'node.report-metrics': (
    report: MetricReport,
    answer: (reply?: MetricReportReply) => void,
  ) => void;
  'jobs.started': (event: JobStarted, answer: () => void) => void;
  /** The answer is the offset that the server wants next. */
  'jobs.output': (event: JobOutput, answer: (reply: { nextOffset: number }) => void) => void;
  'jobs.ended': (event: JobEnded, answer: () => void) => void;
}
