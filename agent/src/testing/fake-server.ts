import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AgentHandshake,
  type AgentHello,
  agentHelloSchema,
  agentNamespace,
  type AgentToServer,
  type JobEnded,
  type RunScript,
  type RunScriptReply,
  type ServerToAgent,
  type StopScript,
} from '@clusterdesk/contracts';
import { Server, type Socket } from 'socket.io';

const answerMs = 4_000;

type AgentSocket = Socket<AgentToServer, ServerToAgent>;

/** What the fake server has received of one attempt of a job. */
export interface ReceivedJob {
  startedAt: number | null;
  output: Buffer;
  /** When the first byte of output arrived. */
  firstOutputAt: number | null;
  ended: JobEnded | null;
  dropped?: boolean;
}

/** The smallest server that keeps its side of the agent protocol. What it knows survives `stop` and `start`. */
export class FakeServer {
  readonly jobs = new Map<string, ReceivedJob>();
  readonly hellos: AgentHello[] = [];
  readonly handshakes: AgentHandshake[] = [];
  readonly samples: { time: number; cpu: number; mem: number }[] = [];
  /** Enrolment tokens and node secrets it takes. */
  readonly tokens = new Set(['token-1']);
  readonly secrets = new Map<string, string>();
  reportMs = 100;
  refusal: string | null = null;
  /** Takes connections and neither lets agents in nor refuses them. */
  isSilent = false;
  private io: Server | undefined;
  private agent: AgentSocket | undefined;
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  async start(): Promise<void> {
    const http = createServer();
    const io = new Server<AgentToServer, ServerToAgent>(http, { transports: ['websocket'] });
    io.of(agentNamespace).use((socket, next) => {
      const handshake = socket.handshake.auth as AgentHandshake;
      this.handshakes.push(handshake);
      if (this.isSilent) {
        return;
      }
      const refusal = this.refusal ?? this.refuse(handshake);
      next(refusal === null ? undefined : new Error(refusal));
    });
    io.of(agentNamespace).on('connection', (socket) => this.serve(socket));
    this.io = io;
    http.listen(this.port, '127.0.0.1');
    await once(http, 'listening');
    this.port = (http.address() as AddressInfo).port;
  }

  /** What the real one does when the same node connects anew. */
  putOut(): void {
    this.agent?.disconnect(true);
  }

  async stop(): Promise<void> {
    const io = this.io;
    this.io = undefined;
    this.agent = undefined;
    await io?.close();
  }

  /** The job as received so far; made on first use. */
  job(jobId: string): ReceivedJob {
    let job = this.jobs.get(jobId);
    if (job === undefined) {
      job = { startedAt: null, output: Buffer.alloc(0), firstOutputAt: null, ended: null };
      this.jobs.set(jobId, job);
    }
    return job;
  }

  run(command: RunScript): Promise<RunScriptReply> {
    this.job(command.jobId);
    return this.connected().timeout(answerMs).emitWithAck('jobs.run-script', command);
  }

  stopJob(command: StopScript): Promise<{ isKnown: boolean }> {
    return this.connected().timeout(answerMs).emitWithAck('jobs.stop-script', command);
  }

  get isConnected(): boolean {
    return this.agent?.connected ?? false;
  }

  private connected(): AgentSocket {
    if (this.agent === undefined) {
      throw new Error('no agent is connected');
    }
    return this.agent;
  }

  private refuse({ enrolToken, nodeId, secret }: AgentHandshake): string | null {
    const isKnown =
      nodeId !== undefined && secret !== undefined && this.secrets.get(nodeId) === secret;
    const isEnrolling = enrolToken !== undefined && this.tokens.has(enrolToken);
    return isKnown || isEnrolling ? null : 'AGENT_NOT_ENROLLED';
  }

  private serve(socket: AgentSocket): void {
    const { enrolToken } = socket.handshake.auth as AgentHandshake;
    if (enrolToken !== undefined) {
      const nodeId = `node-${String(this.secrets.size + 1)}`;
      this.secrets.set(nodeId, `secret-of-${nodeId}`);
      socket.emit('node.enrolled', { nodeId, secret: `secret-of-${nodeId}` }, () => {
        this.tokens.delete(enrolToken);
      });
    }
    socket.on('node.hello', (hello, answer) => {
      this.hellos.push(agentHelloSchema.parse(hello));
      this.agent = socket;
      answer({
        nodeId: 'node-1',
        reportMs: this.reportMs,
        jobs: hello.jobs.map(({ jobId, attempt }) => {
          const job = this.job(jobId);
          const action = job.dropped === true ? 'forget' : 'continue';
          return { jobId, attempt, action, nextOffset: job.output.length };
        }),
      });
    });
    socket.on('node.report-metrics', ({ samples }, answer) => {
      this.samples.push(...samples);
      answer();
    });
    socket.on('jobs.started', ({ jobId, startedAt }, answer) => {
      this.job(jobId).startedAt = startedAt;
      answer();
    });
    socket.on('jobs.output', ({ jobId, offset, data }, answer) => {
      const job = this.job(jobId);
      if (offset === job.output.length) {
        job.firstOutputAt ??= Date.now();
        job.output = Buffer.concat([job.output, data]);
      }
      answer({ nextOffset: job.output.length });
    });
    socket.on('jobs.ended', (ended, answer) => {
      this.job(ended.jobId).ended = ended;
      answer();
    });
  }
}
