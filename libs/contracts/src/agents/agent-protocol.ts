import { z } from 'zod';
import { limits } from '../limits.js';
import {
  applicationOutputReplySchema,
  type ApplicationsToAgent,
  type ApplicationsToServer,
} from './application-protocol.js';
import { agentMoment, hostText } from './agent-values.js';
import { agentCapabilities, confinements, isJobProtection, jobNetworks } from './host-offers.js';
import { isRefusalCode, type RefusalCode, type RunScriptReply } from './job-refusals.js';
import type { CloseSessions, CloseSessionsReply, SessionReport } from './session-protocol.js';
import {
  redeemCodeReplySchema,
  type RedeemCode,
  type RedeemCodeReply,
} from './sign-in-protocol.js';

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
  hostname: hostText(255),
  /** Changes with each start of the host. Absent from older agents, and where the host has none. */
  bootId: hostText(64).optional(),
  agentVersion: hostText(32),
  platform: hostText(64),
  cpus: z.number().int().min(1).max(int32Max),
  memoryBytes: z.number().int().min(0),
  /** What its jobs may hold. Absent from older agents, and where nothing limits them. */
  jobMemory: z
    .object({
      /** All of them together, bytes. */
      allBytes: z.number().int().min(0),
      /** One that asks for none, bytes; null: its share by processors (`memoryOfJob`). */
      eachBytes: z.number().int().min(0).nullable(),
    })
    .optional(),
  allow: z.array(z.enum(agentCapabilities)).max(agentCapabilities.length),
  confinement: z.enum(confinements),
  /** Whether jobs run here at all: allowed, and confined or explicitly allowed without. */
  acceptsJobs: z.boolean(),
  /** The protections that hold for every job here. Absent from older agents; a later agent's new words are left out. */
  protections: z
    .array(z.string().max(64))
    .max(64)
    .transform((words) => [...new Set(words.filter(isJobProtection))])
    .optional(),
  /** The networks that it can give its jobs. Absent from older agents, whose jobs all use the host's; new words
   * of a later agent are left out. */
  networks: z
    .array(z.string().max(64))
    .max(64)
    .transform((words) => jobNetworks.filter((network) => words.includes(network)))
    .optional(),
  /** Every job in the agent's spool, running or ended, that the server has not released yet. */
  jobs: z.array(z.object({ ...jobRef, isEnded: z.boolean() })).max(agentJobsMax),
});
export type AgentHello = z.infer<typeof agentHelloSchema>;

/** The server's word on each job the agent named: go on sending from `nextOffset`, or stop and forget it. */
export const agentHelloReplySchema = z.object({
  nodeId: z.string(),
  reportMs: z.number().int().min(1),
  /** The server's clock at this moment, milliseconds since the epoch: samples and jobs are dated by it. Absent from older servers. */
  now: z.number().int().min(0).optional(),
  jobs: z.array(
    z.object({
      ...jobRef,
      action: z.enum(['continue', 'forget']),
      nextOffset: z.number().int().min(0),
    }),
  ),
});
export type AgentHelloReply = z.infer<typeof agentHelloReplySchema>;

/** Without samples it is a sign of life, of a host that does not tell its load or cannot read it. */
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
export const metricReportReplySchema = z.object({ sendMs: z.number().int().min(1).optional() });
export type MetricReportReply = z.infer<typeof metricReportReplySchema>;

/** Times of jobs are the server's, which the agent knows by `now` of the hello; those of older agents are their host's. */
export const jobStartedSchema = z.object({ ...jobRef, startedAt: agentMoment });
export type JobStarted = z.infer<typeof jobStartedSchema>;

/** Bytes of output that an agent sends of one job: what is kept, and a note in the place of the rest. */
export const jobOutputSentMaxBytes = limits.jobOutputMaxBytes + 1024;

/**
 * A piece of output, which may end inside a character. `isScriptEnded`: the script has ended, so its CPUs are free although its output
 * is still on its way; absent before that, and from older agents.
 */
export const jobOutputSchema = z
  .object({
    ...jobRef,
    offset: z.number().int().min(0),
    data: z.custom<Uint8Array>(
      (value) => value instanceof Uint8Array && value.byteLength <= limits.jobLogChunkBytes,
    ),
    isScriptEnded: z.boolean().optional().catch(undefined),
  })
  .refine(({ offset, data }) => offset + data.byteLength <= jobOutputSentMaxBytes);
export type JobOutput = z.infer<typeof jobOutputSchema>;

/** The offset that the server wants next. */
export const jobOutputReplySchema = z.object({ nextOffset: z.number().int().min(0) });
export type JobOutputReply = z.infer<typeof jobOutputReplySchema>;

/** Why a script ended: by itself, stopped on request, out of time, or lost with its host. */
export const jobEndReasons = ['exited', 'stopped', 'timeout', 'lost'] as const;

/** Why a script was ended where neither reason nor exit code tell: it met the limit of its memory, or filled the disk. */
export const jobEndCauses = ['memory', 'disk'] as const;
export type JobEndCause = (typeof jobEndCauses)[number];

/** Processor seconds that no job uses: 30 years. */
const cpuSecondsMax = 1e9;

export const jobEndedSchema = z.object({
  ...jobRef,
  reason: z.enum(jobEndReasons),
  /** Exit code, 0 to 255; 128 + signal number after a signal, as a shell says it. Null when unknown. */
  exitCode: z
    .number()
    .int()
    .transform((code) => Math.min(Math.max(code, 0), 255))
    .nullable(),
  /** The signal that ended it; absent where none did, and from older agents. */
  signal: z.number().int().min(1).max(64).optional().catch(undefined),
  /** Bytes of output in all; sent only after every byte was acknowledged. */
  outputBytes: z
    .number()
    .int()
    .min(0)
    .transform((bytes) => Math.min(bytes, jobOutputSentMaxBytes)),
  endedAt: agentMoment,
  /** Why a script that `exited` did not end by itself; absent where it did. A later agent's word counts as absent. */
  cause: z.enum(jobEndCauses).optional().catch(undefined),
  /** Processor time used, seconds; absent where the host does not know, and from older agents. */
  cpuSeconds: z.number().nonnegative().max(cpuSecondsMax).optional().catch(undefined),
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
  /**
   * The number of the job's user, which nobody had before and nobody gets after: a root agent gives each its own uid by it.
   * Absent in the spools of older agents.
   */
  userNumber: z.number().int().min(1).max(int32Max).optional(),
  script: z.string(),
  cpus: z.number().int().min(1),
  /** The most memory it may hold, bytes. Absent: as the agent's `AGENT_JOB_MEMORY` says. */
  memoryBytes: z.number().int().min(1).optional(),
  timeoutMs: z.number().int().min(1).nullable(),
  /** Absolute folders on the shared filesystem the job may read and write; the first is its HOME. */
  visibleDirs: z.array(z.string()).min(1),
  /** Absolute folders the job must see nothing of, besides `visibleDirs` below them. */
  hiddenDirs: z.array(z.string()),
  workDir: z.string(),
  /** Absent, as in the spools of older agents: the least that the host has. */
  network: z.enum(jobNetworks).optional(),
  /** Added to the job's otherwise clean environment. */
  env: z.record(z.string(), z.string()),
});
export type RunScript = z.infer<typeof runScriptSchema>;

export const stopScriptSchema = z.object({ ...jobRef, reason: z.enum(['stopped', 'timeout']) });
export type StopScript = z.infer<typeof stopScriptSchema>;

/** Whether the agent knows the attempt, and so will report its end. */
export const stopScriptReplySchema = z.object({ isKnown: z.boolean() });
export type StopScriptReply = z.infer<typeof stopScriptReplySchema>;

/** The node that an agent has enrolled as. Its secret is not in it: both sides have made it of the token. */
export const nodeEnrolledSchema = z.object({ nodeId: z.string().min(1).max(64) });
export type NodeEnrolled = z.infer<typeof nodeEnrolledSchema>;

/** Server → agent, signed. Each is answered. */
export interface ServerToAgent extends ApplicationsToAgent {
  /** Ends an enrolment; answered when the node's new secret is safely stored. */
  'node.enrolled': (node: NodeEnrolled, answer: () => void) => void;
  'jobs.run-script': (command: RunScript, answer: (reply: RunScriptReply) => void) => void;
  'jobs.stop-script': (command: StopScript, answer: (reply: StopScriptReply) => void) => void;
  'sessions.close': (command: CloseSessions, answer: (reply: CloseSessionsReply) => void) => void;
}

/** Agent → server, signed. Each is answered; what was not answered is sent again. */
export interface AgentToServer extends ApplicationsToServer {
  'node.hello': (hello: AgentHello, answer: (reply: AgentHelloReply) => void) => void;
  'node.report-metrics': (report: MetricReport, answer: (reply: MetricReportReply) => void) => void;
  'sessions.report': (report: SessionReport, answer: () => void) => void;
  'sessions.redeem-code': (command: RedeemCode, answer: (reply: RedeemCodeReply) => void) => void;
  'jobs.started': (event: JobStarted, answer: () => void) => void;
  'jobs.output': (event: JobOutput, answer: (reply: JobOutputReply) => void) => void;
  'jobs.ended': (event: JobEnded, answer: () => void) => void;
}

/** What an event is answered, as the argument of its answer. */
type AnswerIn<Events, Event extends keyof Events> = Events[Event] extends (
  payload: never,
  answer: (...reply: infer Reply) => void,
) => void
  ? Reply extends [infer Only]
    ? Only
    : void
  : never;

/** What the server is answered to a command. */
export type CommandReply<Event extends keyof ServerToAgent> = AnswerIn<ServerToAgent, Event>;

/** What an agent is answered. */
export type AgentAnswer<Event extends keyof AgentToServer> = AnswerIn<AgentToServer, Event>;

const nothing = z.null().transform((): void => undefined);

/** What the server answers to each event, as the agent checks it. */
export const agentAnswerSchemas: {
  readonly [Event in keyof AgentToServer]: z.ZodType<AgentAnswer<Event>>;
} = {
  'node.hello': agentHelloReplySchema,
  'node.report-metrics': metricReportReplySchema,
  'sessions.report': nothing,
  'sessions.redeem-code': redeemCodeReplySchema,
  'jobs.started': nothing,
  'jobs.output': jobOutputReplySchema,
  'jobs.ended': nothing,
  'applications.output': applicationOutputReplySchema,
  'applications.ended': nothing,
};
