import {
  type AgentAnswer,
  agentAnswerSchemas,
  type AgentChallenges,
  agentNamespace,
  type AgentToServer,
  type NodeEnrolled,
  type ServerToAgent,
  type Signed,
} from '@clusterdesk/contracts';
import { drawNonce } from '@clusterdesk/contracts/agent-proof';
import { io, type Socket } from 'socket.io-client';
import type { z } from 'zod';
import type { CredentialStore } from './enrolment/credentials.js';
import { Handshake, type ProvedServer } from './handshake.js';
import { log, messageOf } from './log.js';
import type { ServerConnection } from './server-connection.js';
import { Backoff } from './transport/backoff.js';
import { describeFailure } from './transport/failure.js';

const answerMs = 10_000;
/** From the first packet until the server has proved itself. One whose database is away may take long. */
const connectMs = 20_000;
/** What a server needs to prove itself is less than 1 kB; anything longer before that is meant to fill our memory. */
const unprovedMaxBytes = 64 * 1024;
/** The longest message of a server: a script of 1 MiB, whose bytes may need seven characters each in JSON within JSON. */
const messageMaxBytes = 16 * 1024 * 1024;

const refusals: ReadonlyMap<string, string> = new Map([
  ['AGENT_PROTOCOL', 'the server speaks another protocol: install the agent that came with it'],
]);

/** Problems that are logged at most before a server answers: a stranger may give a new reason with each try. */
const problemsMax = 50;

/** Called each time the connection is made, and each time it is lost. */
export interface ConnectionEvents {
  /** Sends the hello and acts on the reply. */
  onConnected: () => Promise<void>;
  /** @param wasReady whether the server had answered our hello */
  onLost: (wasReady: boolean) => void;
}

/** Whom the agent connects to, and how. */
export interface ConnectionOptions {
  /** Its origin, http or https. */
  server: string;
  /** Certificates, PEM, of the authorities for the server; null: those that Node trusts by default. */
  authorities?: string[] | null;
  /** The enrolment token. */
  token: string | undefined;
  /** The token comes before credentials: somebody has just put it there. */
  isTokenNew?: boolean;
  connectTimeoutMs?: number;
  backoff?: Backoff;
}

/**
 * The one outbound connection of the agent. It never gives up. A peer that cannot prove to be the server is told nothing, and
 * nothing that is not signed by it is heeded.
 */
export class Connection implements ServerConnection {
  private readonly socket: Socket<Signed<ServerToAgent> & AgentChallenges, Signed<AgentToServer>>;
  private handshake: Handshake | undefined;
  /** The server of the present connection, once it has proved itself. */
  private proved: ProvedServer | null = null;
  private isGreeted = false;
  private isTokenNext: boolean;
  private readonly server: string;
  private readonly token: string | undefined;
  private readonly connectTimeoutMs: number;
  private readonly backoff: Backoff;
  private retryTimer: NodeJS.Timeout | undefined;
  private connectTimer: NodeJS.Timeout | undefined;
  /** What was logged since the server last answered our hello. */
  private readonly problems = new Set<string>();

  constructor(
    options: ConnectionOptions,
    private readonly store: CredentialStore,
    private readonly events: ConnectionEvents,
  ) {
    this.server = options.server;
    this.token = options.token;
    this.connectTimeoutMs = options.connectTimeoutMs ?? connectMs;
    this.backoff = options.backoff ?? Backoff.to(options.server);
    const isTokenNew = options.isTokenNew === true && options.token !== undefined;
    this.isTokenNext = isTokenNew || store.load() === null;
    const bounds = { maxPayload: messageMaxBytes };
    this.socket = io(this.server + agentNamespace, {
      ...bounds,
      autoConnect: false,
      transports: ['websocket'],
      timeout: this.connectTimeoutMs,
      // As the library does by itself; where nobody said it, NODE_TLS_REJECT_UNAUTHORIZED=0 of the environment would count.
      rejectUnauthorized: true,
      ...(options.authorities ? { ca: options.authorities } : {}),
      // A refused handshake is not retried by the client itself, so all retries are ours: one rule, one log line.
      reconnection: false,
      auth: (give) => give({ ...this.begin().words }),
    });
    this.socket.io.on('open', () => this.boundUnproved());
    this.socket.on('node.challenge', (challenge: unknown, answer: unknown) =>
      this.onChallenge(challenge, answer),
    );
    this.socket.on('connect_error', (error) => this.onRefused(error));
    this.socket.on('disconnect', (reason) => this.onDisconnected(reason));
  }

  get isReady(): boolean {
    return this.isGreeted && this.socket.connected;
  }

  /** The server lets a socket in, or refuses it, in its own time: without a deadline a hanging server would be waited for for ever. */
  open(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.connectTimer);
    this.connectTimer = setTimeout(() => {
      this.socket.disconnect();
      this.onRefused(new Error(`no answer in ${String(this.connectTimeoutMs / 1000)} s`));
    }, this.connectTimeoutMs);
    this.socket.connect();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.connectTimer);
    this.socket.off('disconnect');
    this.socket.disconnect();
  }

  async ask<E extends keyof AgentToServer>(
    event: E,
    payload: Parameters<AgentToServer[E]>[0],
  ): Promise<AgentAnswer<E>> {
    const { proved } = this;
    if (proved === null || !this.socket.connected) {
      throw new Error('not connected');
    }
    const message = proved.sign(event, payload);
    // As an untyped socket: the server's schema checks the payload, and ours the answer.
    const untyped: Socket = this.socket;
    const raw: unknown = await untyped.timeout(answerMs).emitWithAck(event, message);
    const answer = proved.readAnswer(event, message, raw);
    if (answer === undefined) {
      throw new Error("the answer is not the platform's");
    }
    const schema: z.ZodType<AgentAnswer<E>> = agentAnswerSchemas[event];
    return schema.parse(answer);
  }

  /** @param carryOut answers an order of the server; when it rejects, that is logged, and the order stays unanswered */
  onOrder(event: string, carryOut: (payload: unknown) => Promise<unknown>): void {
    const untyped: Socket = this.socket;
    untyped.on(event, (raw: unknown, answer: unknown) => {
      const { proved } = this;
      const order = proved?.open(event, raw) ?? null;
      if (proved === null || order === null || typeof answer !== 'function') {
        this.distrust(
          `${this.server} gave an order that is not the platform's, or is a repeated one`,
        );
        return;
      }
      carryOut(order.payload).then(
        (reply) => void answer(proved.signAnswer(event, order.number, reply)),
        (error: unknown) => log(`${event}: ${messageOf(error)}`),
      );
    });
  }

  /** The server knows this node by a secret that both made of the token. Throws when it cannot be stored; else comes back with it. */
  completeEnrolment({ nodeId }: NodeEnrolled): void {
    if (this.proved === null || !this.isTokenNext) {
      throw new Error('this node is not being enrolled');
    }
    this.store.save({ nodeId, secret: this.proved.nodeSecret(nodeId) });
    this.isTokenNext = false;
    log(`enrolled as node ${nodeId}`);
    // After the answer.
    setImmediate(() => {
      this.socket.disconnect();
      this.open();
    });
  }

  private begin(): Handshake {
    this.proved = null;
    const credentials = this.isTokenNext ? null : this.store.load();
    this.isTokenNext = credentials === null;
    // Without either, nobody can prove to be the server: a file that was damaged meanwhile must not make everybody it.
    this.handshake = new Handshake(credentials?.secret ?? this.token ?? drawNonce());
    return this.handshake;
  }

  private onChallenge(challenge: unknown, answer: unknown): void {
    if (this.proved !== null || typeof answer !== 'function') {
      this.distrust(`${this.server} does not follow the agent protocol`);
      return;
    }
    this.proved = this.handshake?.check(challenge) ?? null;
    if (this.proved === null) {
      this.distrust(
        this.isTokenNext
          ? `${this.server} does not know the enrolment token: is it used up, or another program on its address?`
          : `${this.server} does not know this node's secret: is another program on its address, or was the node deleted?`,
      );
      // In turn where there are both: the token may be used up, the credentials may be of a server reset since.
      if (this.token !== undefined && this.store.load() !== null) {
        this.isTokenNext = !this.isTokenNext;
      }
      return;
    }
    answer(this.proved.proof);
    if (!this.isTokenNext) {
      void this.greet();
    }
  }

  /** Socket.IO keeps what is said before it is connected, and a stranger may send it for as long as we wait for the proof. */
  private boundUnproved(): void {
    const { engine } = this.socket.io;
    let left = unprovedMaxBytes;
    const count = (data: string | ArrayBuffer): void => {
      left -= typeof data === 'string' ? data.length : data.byteLength;
      if (this.proved !== null) {
        engine.off('data', count);
      } else if (left < 0) {
        engine.off('data', count);
        this.distrust(`${this.server} does not follow the agent protocol`);
      }
    };
    engine.on('data', count);
  }

  /** The peer gets nothing from us, and jobs go on. */
  private distrust(problem: string): void {
    this.socket.disconnect();
    this.logOnce(problem);
    this.retry();
  }

  private async greet(): Promise<void> {
    const connection = this.socket.id;
    clearTimeout(this.connectTimer);
    try {
      await this.events.onConnected();
      if (this.socket.id !== connection) {
        return; // Cut meanwhile; the connection after this one is greeted by itself.
      }
      this.isGreeted = true;
      this.backoff.reset();
      this.problems.clear();
      log(`connected to ${this.server}`);
    } catch (error) {
      if (this.socket.id !== connection) {
        return;
      }
      this.logOnce(`no answer to our hello: ${messageOf(error)}`);
      this.socket.disconnect();
      this.retry();
    }
  }

  private onRefused(error: Error): void {
    clearTimeout(this.connectTimer);
    this.logOnce(
      refusals.get(error.message) ?? `cannot reach ${this.server} (${describeFailure(error)})`,
    );
    this.retry();
  }

  private onDisconnected(reason: string): void {
    const wasReady = this.isGreeted;
    this.isGreeted = false;
    this.proved = null;
    this.events.onLost(wasReady);
    if (reason === 'io server disconnect') {
      // Two agents with one node's credentials would push each other out several times a second.
      this.logOnce('the server closed the connection: does another agent use these credentials?');
      this.retry(this.backoff.longest());
    } else if (reason !== 'io client disconnect') {
      this.logOnce(`connection lost (${reason}), trying again`);
      this.retry();
    }
  }

  private retry(waitMs = this.backoff.next()): void {
    clearTimeout(this.connectTimer);
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.open(), waitMs);
  }

  private logOnce(problem: string): void {
    if (!this.problems.has(problem) && this.problems.size < problemsMax) {
      this.problems.add(problem);
      log(problem);
    }
  }
}
