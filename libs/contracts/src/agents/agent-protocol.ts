import { z } from 'zod';
import {
  foundProgramsSchema,
  lookedForMax,
  type OlderApplicationsToServer,
  programName,
  type RunApplication,
} from './application-protocol.js';
import { agentMoment, hostText } from './agent-values.js';
import { hostDiskHealthSchema } from './disk-health.js';
import { hostFiguresSchema, hostProcessesMax, hostProcessSchema } from './host-figures.js';
import { agentCapabilities, confinements, isJobProtection, jobNetworks } from './host-offers.js';
import {
  agentJobsMax,
  int32Max,
  jobRef,
  runOutputReplySchema,
  runRef,
  type RunsToServer,
} from './run-protocol.js';
import type { RunReply } from './run-refusals.js';
import { limits } from '../limits.js';
import type { CloseSessions, CloseSessionsReply, SessionReport } from './session-protocol.js';
import {
  redeemCodeReplySchema,
  type RedeemCode,
  type RedeemCodeReply,
} from './sign-in-protocol.js';

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
  /**
   * Whether it can show jobs single entries of projects, each read-only or not, and nothing else of them. Absent from older agents, and
   * where it cannot.
   */
  projectFiles: z.boolean().optional(),
  /** Every job in the agent's spool, running or ended, that the server has not released yet, and as many other runs as there is room for. */
  jobs: z.array(z.object({ ...runRef, isEnded: z.boolean() })).max(agentJobsMax),
});
export type AgentHello = z.infer<typeof agentHelloSchema>;

/** The agent that the server hands out below `/agent/`; a service of another version takes it. */
export const agentOfferSchema = z.object({
  version: hostText(32),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
export type AgentOffer = z.infer<typeof agentOfferSchema>;

/** The server's word on each run the agent named: go on sending from `nextOffset`, or stop and forget it. */
export const agentHelloReplySchema = z.object({
  nodeId: z.string(),
  reportMs: z.number().int().min(1),
  /** The server's clock at this moment, milliseconds since the epoch: samples and jobs are dated by it. Absent from older servers. */
  now: z.number().int().min(0).optional(),
  /** Only to an agent of another version. Absent from older servers, and from those that hand none out. */
  agent: agentOfferSchema.optional(),
  /** The programs of applications that it wants to know of: whether they are on the host. Absent from older servers. */
  programs: z.array(programName).max(lookedForMax).optional(),
  jobs: z.array(
    z.object({
      ...runRef,
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
  /** Taken once a minute, and kept as samples are. Absent from older agents; older servers take no notice of them. */
  figures: z.array(hostFiguresSchema).max(130).optional(),
  /** What uses most of the host, while the server says `isWatched`; shown, and kept nowhere. */
  processes: z.array(hostProcessSchema).max(hostProcessesMax).optional(),
  /** How its disks are, with the first report after each greeting and after each reading. Absent from older agents. */
  diskHealth: hostDiskHealthSchema.optional(),
  /** Which of the programs that the server asked for are there, after each greeting and each change. */
  programs: foundProgramsSchema.optional(),
});
export type MetricReport = z.infer<typeof metricReportSchema>;

/**
 * What the server may answer to a report. Samples are taken every `reportMs` all the same; with `sendMs` they are sent together
 * at that interval, which must be shorter than `limits.agentSilenceMs`: a server asks for it while nobody watches. Absent, and
 * on each new connection, every sample is sent at once.
 */
export const metricReportReplySchema = z.object({
  sendMs: z.number().int().min(1).optional(),
  /** Somebody looks at this host now: the reports that follow name its processes. Absent: nobody does. */
  isWatched: z.boolean().optional(),
  /** How long the server held the report before it answered, and its clock as it did: so the agent knows the way. Absent from older servers. */
  heldMs: z.number().min(0).optional(),
  now: z.number().int().min(0).optional(),
});
export type MetricReportReply = z.infer<typeof metricReportReplySchema>;

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
  /** Absolute folders on the shared filesystem the job may read and write; the first is its HOME. A sealed job has none. */
  visibleDirs: z.array(z.string()),
  /**
   * Absolute paths of entries of one project, files or folders, that the job sees besides, none within another of the same right;
   * folders between them appear empty but for them. Only for agents that say `projectFiles`.
   */
  projectEntries: z
    .array(z.object({ path: z.string(), isWritable: z.boolean() }))
    .max(limits.jobProjectEntriesMax)
    .optional(),
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
export interface ServerToAgent {
  /** Ends an enrolment; answered when the node's new secret is safely stored. */
  'node.enrolled': (node: NodeEnrolled, answer: () => void) => void;
  'jobs.run-script': (command: RunScript, answer: (reply: RunReply) => void) => void;
  'jobs.stop-script': (command: StopScript, answer: (reply: StopScriptReply) => void) => void;
  'applications.run': (command: RunApplication, answer: (reply: RunReply) => void) => void;
  'sessions.close': (command: CloseSessions, answer: (reply: CloseSessionsReply) => void) => void;
}

/** Agent → server, signed. Each is answered; what was not answered is sent again. */
export interface AgentToServer extends RunsToServer, OlderApplicationsToServer {
  'node.hello': (hello: AgentHello, answer: (reply: AgentHelloReply) => void) => void;
  'node.report-metrics': (report: MetricReport, answer: (reply: MetricReportReply) => void) => void;
  'sessions.report': (report: SessionReport, answer: () => void) => void;
  'sessions.redeem-code': (command: RedeemCode, answer: (reply: RedeemCodeReply) => void) => void;
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
  'jobs.output': runOutputReplySchema,
  'jobs.ended': nothing,
  'applications.output': runOutputReplySchema,
  'applications.ended': nothing,
};
