import {
  type AgentHandshake,
  agentNamespace,
  agentProtocol,
  type AgentToServer,
  type ServerToAgent,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import type { Credentials, CredentialStore } from './credentials.js';
import { log, messageOf } from './log.js';
import type { ServerConnection } from './server-connection.js';

const answerMs = 10_000;
/** From the first packet until the server has let the agent in. A server whose database is away may take long to decide. */
const connectMs = 20_000;
/** How long a server that took the enrolment token may take to hand out credentials before we greet it anyway. */
const enrolmentMs = 3_000;
const retryDelays = { firstMs: 400, mostMs: 5_000 };

const refusals: Record<string, string> = {
  AGENT_NOT_ENROLLED: 'the server does not know this node',
  AGENT_PROTOCOL: 'the server speaks another protocol: install the agent that came with it',
};

/** Called each time the connection is made, and each time it is lost. */
export interface ConnectionEvents {
  /** Says hello and does what the reply says. */
  onConnected: () => Promise<void>;
  onLost: () => void;
  /** The server knows neither our credentials nor our token: the node was deleted there. May be called again and again. */
  onForgotten: () => void;
}

/** The one outbound connection of the agent. It never gives up. */
export class Connection implements ServerConnection {
  readonly socket: Socket<ServerToAgent, AgentToServer>;
  private isGreeted = false;
  private isTokenNext: boolean;
  private enrolled: () => void = () => undefined;
  private retries = 0;
  private retryTimer: NodeJS.Timeout | undefined;
  private connectTimer: NodeJS.Timeout | undefined;
  private lastProblem = '';
  /** What the server did not know since it let us in last. */
  private readonly unknown = new Set<'credentials' | 'token'>();

  constructor(
    private readonly server: string,
    private readonly token: string | undefined,
    private readonly store: CredentialStore,
    private readonly events: ConnectionEvents,
    private readonly connectTimeoutMs = connectMs,
  ) {
    this.isTokenNext = store.load() === null;
    this.socket = io(server + agentNamespace, {
      autoConnect: false,
      transports: ['websocket'],
      timeout: connectTimeoutMs,
      // A refused handshake is not retried by the client itself, so all retries are ours: one rule, one log line.
      reconnection: false,
      auth: (give) => give(this.handshake()),
    });
    this.socket.on('connect', () => void this.greet());
    this.socket.on('connect_error', (error) => this.onRefused(error.message));
    this.socket.on('disconnect', (reason) => this.onDisconnected(reason));
  }

  get isReady(): boolean {
    return this.isGreeted && this.socket.connected;
  }

  /** The server lets a socket in, or refuses it, in its own time: without a deadline a hanging server would be waited for for ever. */
  open(): void {
    clearTimeout(this.connectTimer);
    this.connectTimer = setTimeout(() => {
      this.socket.disconnect();
      this.onRefused(`no answer in ${String(this.connectTimeoutMs / 1000)} s`);
    }, this.connectTimeoutMs);
    this.socket.connect();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.connectTimer);
    this.socket.off('disconnect');
    this.socket.disconnect();
  }

  ask: ServerConnection['ask'] = (event, payload) =>
    new Promise((resolve, reject) => {
      if (!this.socket.connected) {
        reject(new Error('not connected'));
        return;
      }
      const emit = this.socket.timeout(answerMs) as unknown as {
        // Socket.IO's own types cannot follow a generic event name; ServerConnection states the real ones.
        emitWithAck: (name: string, body: unknown) => Promise<never>;
      };
      emit.emitWithAck(event, payload).then(resolve, reject);
    });

  /** The server has given this node its own credentials. Throws when they cannot be stored. */
  completeEnrolment(credentials: Credentials): void {
    this.store.save(credentials);
    this.isTokenNext = false;
    log(`enrolled as node ${credentials.nodeId}`);
    this.enrolled();
  }

  private handshake(): AgentHandshake {
    const credentials = this.isTokenNext ? null : this.store.load();
    return credentials === null
      ? { protocol: agentProtocol, enrolToken: this.token }
      : { protocol: agentProtocol, ...credentials };
  }

  private async greet(): Promise<void> {
    const connection = this.socket.id;
    clearTimeout(this.connectTimer);
    this.unknown.clear();
    if (this.isTokenNext) {
      await this.waitForEnrolment();
    }
    try {
      if (this.socket.id === connection) {
        await this.events.onConnected();
      }
      if (this.socket.id !== connection) {
        return; // Cut meanwhile; the connection after this one is greeted by itself.
      }
      this.isGreeted = true;
      this.retries = 0;
      this.lastProblem = '';
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

  private waitForEnrolment(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, enrolmentMs);
      this.enrolled = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private onRefused(message: string): void {
    clearTimeout(this.connectTimer);
    if (message === 'AGENT_NOT_ENROLLED') {
      this.unknown.add(this.isTokenNext ? 'token' : 'credentials');
      // Alternate where there are both: the token may be used up, the credentials may be of a server reset since.
      const hasBoth = this.token !== undefined && this.store.load() !== null;
      this.isTokenNext = hasBoth ? !this.isTokenNext : this.isTokenNext;
      if (this.unknown.has('credentials') && (!hasBoth || this.unknown.has('token'))) {
        this.events.onForgotten();
      }
    }
    this.logOnce(refusals[message] ?? `cannot reach ${this.server} (${message})`);
    this.retry();
  }

  private onDisconnected(reason: string): void {
    this.isGreeted = false;
    this.events.onLost();
    if (reason === 'io server disconnect') {
      // Two agents with one node's credentials would push each other out several times a second.
      this.retries = 10;
      this.logOnce('the server closed the connection: does another agent use these credentials?');
      this.retry();
    } else if (reason !== 'io client disconnect') {
      this.logOnce(`connection lost (${reason}), trying again`);
      this.retry();
    }
  }

  /** Doubles from try to try up to the most, and spreads a thousand agents over time after a server restart. */
  private retry(): void {
    const ceiling = Math.min(
      retryDelays.mostMs,
      retryDelays.firstMs * 2 ** Math.min(this.retries, 10),
    );
    this.retries += 1;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.open(), ceiling * (0.5 + Math.random() / 2));
  }

  private logOnce(problem: string): void {
    if (problem !== this.lastProblem) {
      this.lastProblem = problem;
      log(problem);
    }
  }
}
