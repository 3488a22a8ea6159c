import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  type AgentChallenges,
  type AgentHandshake,
  agentHandshakeSchema,
  type AgentHello,
  agentHelloSchema,
  agentNamespace,
  type AgentToServer,
  type MetricReport,
  metricReportSchema,
  type RunApplication,
  type RunReply,
  runReplySchema,
  type RunScript,
  type ServerToAgent,
  type SessionReport,
  sessionReportSchema,
  type Signed,
  signedAnswerSchema,
  type SignedMessage,
  type StopScript,
  type StopScriptReply,
  stopScriptReplySchema,
} from '@clusterdesk/contracts';
import {
  AgentHandshakeKeys,
  agentKeyId,
  agentKeyOf,
  AgentSigner,
  drawNonce,
} from '@clusterdesk/contracts/agent-proof';
import { Server, type Socket } from 'socket.io';
import { type ReceivedRun, ReceivedWork } from './received-work.js';

/** For an order that an agent has to answer: it makes folders and processes first, on hosts that may be busy. */
const answerMs = 15_000;

type Order = Exclude<keyof ServerToAgent, 'node.enrolled'>;
type ToAgent = Signed<ServerToAgent> & AgentChallenges;
type AgentSocket = Socket<Signed<AgentToServer>, ToAgent>;

/** The agent that said hello last, and what signs the words to it. */
interface CurrentAgent {
  socket: AgentSocket;
  signer: AgentSigner;
}

/** The smallest server that keeps its side of the agent protocol. What it knows survives `stop` and `start`. */
export class FakeServer {
  private readonly received = new ReceivedWork();
  readonly hellos: AgentHello[] = [];
  readonly handshakes: AgentHandshake[] = [];
  readonly metricReports: MetricReport[] = [];
  readonly sessionReports: SessionReport[] = [];
  /** Enrolment tokens and node secrets it takes. */
  readonly tokens = new Set(['token-1']);
  readonly secrets = new Map<string, string>();
  reportMs = 100;
  /** By which its clock differs from this host's; null: it does not say what time it is, as older servers. */
  clockAheadMs: number | null = null;
  refusal: string | null = null;
  /** Takes connections and neither lets agents in nor refuses them. */
  isSilent = false;
  /** Knows no key, as a program that has taken the server's address: it tries its luck all the same. */
  isImpostor = false;
  /** What an impostor orders, signed by its guess and not at all. */
  impostorOrder: RunScript | null = null;
  /** All that agents said here, as it came. */
  readonly heard: unknown[] = [];
  private io: Server | undefined;
  private agent: CurrentAgent | undefined;
  private orders = 0;
  private port = 0;

  /** @param identity what it shows of itself over TLS, PEM; null: it speaks plain HTTP */
  constructor(private readonly identity: { key: string; cert: string } | null = null) {}

  get samples(): MetricReport['samples'] {
    return this.metricReports.flatMap(({ samples }) => samples);
  }

  get url(): string {
    return this.urlBy('127.0.0.1');
  }

  /** Its address by a name of this host. */
  urlBy(name: string): string {
    return `${this.identity === null ? 'http' : 'https'}://${name}:${String(this.port)}`;
  }

  async start(address = '127.0.0.1'): Promise<void> {
    const http = this.identity === null ? createServer() : createTlsServer(this.identity);
    const io = new Server<Signed<AgentToServer>, ToAgent>(http, { transports: ['websocket'] });
    io.of(agentNamespace).use((socket, next) => {
      this.heard.push(socket.handshake.auth);
      this.handshakes.push(agentHandshakeSchema.parse(socket.handshake.auth));
      if (!this.isSilent) {
        next(this.refusal === null ? undefined : new Error(this.refusal));
      }
    });
    io.of(agentNamespace).on('connection', (socket) => this.prove(socket));
    this.io = io;
    http.listen(this.port, address);
    await once(http, 'listening');
    this.port = (http.address() as AddressInfo).port;
  }

  /** What the real one does when the same node connects anew. */
  putOut(): void {
    this.agent?.socket.disconnect(true);
  }

  async stop(): Promise<void> {
    const io = this.io;
    this.io = undefined;
    this.agent = undefined;
    await io?.close();
  }

  /** The job as received so far; made on first use. */
  job(jobId: string): ReceivedRun {
    return this.received.run(jobId);
  }

  /** As if it had never heard of it. */
  forgetJob(jobId: string): void {
    this.received.forget(jobId);
  }

  async run(command: RunScript): Promise<RunReply> {
    this.job(command.jobId);
    return runReplySchema.parse(await this.order('jobs.run-script', command));
  }

  async stopJob(command: StopScript): Promise<StopScriptReply> {
    return stopScriptReplySchema.parse(await this.order('jobs.stop-script', command));
  }

  async runApplication(command: RunApplication): Promise<RunReply> {
    return runReplySchema.parse(await this.order('applications.run', command));
  }

  /** A signed order, for specs that send it themselves. */
  sign(event: Order, command: object): SignedMessage {
    this.orders += 1;
    return this.connected().signer.sign(event, this.orders, command);
  }

  /**
   * Sends what may not be signed at all.
   * @returns the agent's answer as it came; rejects when the agent ends the connection without one
   */
  send(event: Order, message: SignedMessage): Promise<unknown> {
    const { socket } = this.connected();
    let timer: NodeJS.Timeout | undefined;
    let leave = (_reason: string): void => undefined;
    // A timer of its own: that of Socket.IO goes on when the agent is gone, and keeps the process of the tests.
    const end = new Promise<never>((_, reject) => {
      leave = (reason) => reject(new Error(`not answered: ${reason}`));
      socket.once('disconnect', leave);
      timer = setTimeout(() => leave('too late'), answerMs);
    });
    return Promise.race([socket.emitWithAck(event, message), end]).finally(() => {
      clearTimeout(timer);
      socket.off('disconnect', leave);
    });
  }

  /** Which token or node an agent shows the key of; null when it is none of ours. */
  whoIs({ keyId }: AgentHandshake): string | null {
    const isOf = (secret: string): boolean => agentKeyId(agentKeyOf(secret)) === keyId;
    const [nodeId] = [...this.secrets].find(([, secret]) => isOf(secret)) ?? [];
    return nodeId ?? [...this.tokens].find(isOf) ?? null;
  }

  get isConnected(): boolean {
    return this.agent?.socket.connected ?? false;
  }

  private connected(): CurrentAgent {
    if (this.agent === undefined) {
      throw new Error('no agent is connected');
    }
    return this.agent;
  }

  private async order(event: Order, command: object): Promise<unknown> {
    const { signer } = this.connected();
    const message = this.sign(event, command);
    const answer = signedAnswerSchema.parse(await this.send(event, message));
    return signer.openAnswer(event, message.number, answer);
  }

  private prove(socket: AgentSocket): void {
    socket.onAny((...said: unknown[]) => this.heard.push(said));
    const handshake = agentHandshakeSchema.parse(socket.handshake.auth);
    const known = this.whoIs(handshake);
    const secret = this.isImpostor || known === null ? 'a guess' : this.secretOf(known);
    const nonce = drawNonce();
    const keys = new AgentHandshakeKeys(agentKeyOf(secret), handshake, nonce);
    const challenge = { nonce, proof: keys.proofOf('server') };
    socket.emit('node.challenge', challenge, ({ proof }) => {
      this.heard.push(proof);
      if (known === null || proof !== keys.proofOf('agent')) {
        socket.disconnect(true);
      } else if (this.tokens.has(known)) {
        this.enrol(socket, known, keys);
      } else {
        this.serve(socket, known, new AgentSigner('server', keys.sessionKey()));
      }
    });
    if (this.isImpostor) {
      this.trick(socket, new AgentSigner('server', keys.sessionKey()));
    }
  }

  private trick(socket: AgentSocket, signer: AgentSigner): void {
    const hear = (answer: unknown): number => this.heard.push(answer);
    const job = { jobId: 'stolen', attempt: 1, reason: 'stopped' };
    socket.emit('jobs.stop-script', signer.sign('jobs.stop-script', 1, job), hear);
    if (this.impostorOrder !== null) {
      const signed = signer.sign('jobs.run-script', 2, this.impostorOrder);
      socket.emit('jobs.run-script', signed, hear);
      const untyped: Socket = socket;
      untyped.emit('jobs.run-script', this.impostorOrder, hear);
    }
  }

  private secretOf(known: string): string {
    return this.secrets.get(known) ?? known;
  }

  private enrol(socket: AgentSocket, token: string, keys: AgentHandshakeKeys): void {
    const nodeId = `node-${String(this.secrets.size + 1)}`;
    this.secrets.set(nodeId, keys.nodeSecret(nodeId));
    const signer = new AgentSigner('server', keys.sessionKey());
    socket.emit('node.enrolled', signer.sign('node.enrolled', 1, { nodeId }), () => {
      this.tokens.delete(token);
    });
  }

  private serve(socket: AgentSocket, nodeId: string, signer: AgentSigner): void {
    /** Answers an event of the agent with what the fake makes of it. */
    const on = (event: string, take: (payload: unknown) => unknown): void => {
      const untyped: Socket = socket;
      untyped.on(event, (message: SignedMessage, answer: (reply: unknown) => void) =>
        answer(signer.signAnswer(event, message.number, take(signer.open(event, message)))),
      );
    };
    on('node.hello', (said) => {
      const hello = agentHelloSchema.parse(said);
      this.hellos.push(hello);
      this.agent = { socket, signer };
      this.orders = 0;
      const jobs = hello.jobs.map(({ kind, jobId, attempt }) => {
        const job = this.job(jobId);
        const action = job.dropped === true ? 'forget' : 'continue';
        return { kind, jobId, attempt, action, nextOffset: job.output.length };
      });
      const now = this.clockAheadMs === null ? undefined : Date.now() + this.clockAheadMs;
      return { nodeId, reportMs: this.reportMs, jobs, now };
    });
    on('node.report-metrics', (said) => {
      this.metricReports.push(metricReportSchema.parse(said));
      return {};
    });
    on('sessions.report', (said) => {
      this.sessionReports.push(sessionReportSchema.parse(said));
    });
    for (const [event, take] of Object.entries(this.received.takers)) {
      on(event, take);
    }
  }
}
