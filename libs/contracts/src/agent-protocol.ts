import { z } from 'zod';

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

export const agentHelloSchema = z.object({
  hostname: z.string().max(255),
  agentVersion: z.string().max(32),
  platform: z.string().max(64),
  cpus: z.number().int().min(1),
  memoryBytes: z.number().int().min(0),
  allow: z.array(z.enum(agentCapabilities)),
  confinement: z.enum(confinements),
  /** Whether jobs run here at all: allowed, and confined or explicitly allowed without. */
  acceptsJobs: z.boolean(),
  /** Every job in the agent's spool, running or ended, that the server has not released yet. */
  jobs: z.array(z.object({ jobId: z.string(), attempt: z.number().int(), isEnded: z.boolean() })),
});
export type AgentHello = z.infer<typeof agentHelloSchema>;

/** The server's word on each job the agent named: go on sending from `nextOffset`, or stop and forget it. */
export interface AgentHelloReply {
  nodeId: string;
  reportMs: number;
  jobs: { jobId: string; attempt: number; action: 'continue' | 'forget'; nextOffset: number }[];
}

/** Milliseconds since the epoch by the host's clock. */
const agentMoment = z.number().min(0).max(8_640_000_000_000_000);

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

const jobRef = { jobId: z.string().max(64), attempt: z.number().int() };

export const jobStartedSchema = z.object({ ...jobRef, startedAt: agentMoment });
export type JobStarted = z.infer<typeof jobStartedSchema>;

/** A piece of output. It never ends inside a UTF-8 sequence unless the job has ended. */
export const jobOutputSchema = z.object({
  ...jobRef,
  offset: z.number().int().min(0),
  data: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type JobOutput = z.infer<typeof jobOutputSchema>;

/** Why a script ended: by itself, stopped on request, out of time, or lost with its host. */
export const jobEndReasons = ['exited', 'stopped', 'timeout', 'lost'] as const;

export const jobEndedSchema = z.object({
  ...jobRef,
  reason: z.enum(jobEndReasons),
  /** Exit code; 128 + signal number after a signal, as a shell says it. Null when unknown. */
  exitCode: z.number().int().nullable(),
  /** Bytes of output in all; sent only after every byte was acknowledged. */
  outputBytes: z.number().int().min(0),
  endedAt: agentMoment,
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
  'jobs.run-script': (
    command: RunScript,
    answer: (reply: { isAccepted: boolean; reason?: string }) => void,
  ) => void;
  'jobs.stop-script': (command: StopScript, answer: (reply: { isKnown: boolean }) => void) => void;
}

/** Agent → server. Each is answered; what was not answered is sent again. */
export interface AgentToServer {
  'node.hello': (hello: AgentHello, answer: (reply: AgentHelloReply) => void) => void;
  'node.report-metrics': (report: MetricReport, answer: () => void) => void;
  'jobs.started': (event: JobStarted, answer: () => void) => void;
  /** The answer is the offset that the server wants next. */
  'jobs.output': (event: JobOutput, answer: (reply: { nextOffset: number }) => void) => void;
  'jobs.ended': (event: JobEnded, answer: () => void) => void;
}
