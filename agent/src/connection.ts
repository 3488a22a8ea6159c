import {
  type AgentHandshake,
  agentNamespace,
  agentProtocol,
  type AgentToServer,
  type ServerToAgent,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import type { CredentialStore } from './credentials.js';
import type { Link } from './link.js';
import { log, messageOf } from './log.js';

const ANSWER_MS = 10_000;
/** How long a server that took the enrolment token may take to hand out credentials before we greet it anyway. */
const ENROLMENT_MS = 3_000;
const RETRY_MS = { first: 400, most: 5_000 };

const refusals: Record<string, string> = {
  AGENT_NOT_ENROLLED: 'the server does not know this node',
  AGENT_PROTOCOL: 'the server speaks another protocol: install the agent that came with it',
};

/** What becomes of a connection: greeted anew each time it is made, told each time it is lost. */
export interface ConnectionEvents {
  /** Says hello and follows the reply. */
  onConnected: () => Promise<void>;
  onLost: () => void;
}

/** The one outbound connection of the agent. It never gives up. */
export class Connection implements Link {
  readonly socket: Socket<ServerToAgent, AgentToServer>;
  private isGreeted = false;
  private isTokenNext: boolean;
  private enrolled: () => void = () => undefined;
  private retries = 0;
  private retryTimer: NodeJS.Timeout | undefined;
  private lastTrouble = '';

  constructor(
    private readonly server: string,
    private readonly token: string | undefined,
    private readonly store: CredentialStore,
    private readonly events: ConnectionEvents,
  ) {
    this.isTokenNext = store.load() === null;
    this.socket = io(server + agentNamespace, {
      autoConnect: false,
      transports: ['websocket'],
      // A refused handshake is not retried by the client itself, so all retries are ours: one rule, one log line.
      reconnection: false,
      auth: (give) => give(this.handshake()),
    });
    this.socket.on('connect', () => void this.greet());
    this.socket.on('connect_error', (error) => this.onRefused(error.message));
    this.socket.on('disconnect', (reason) => this.onDisconnected(reason));
    this.socket.on('node.enrolled', (credentials, answer) => {
      try {
        this.store.save(credentials);
      } catch (error) {
        log(`cannot store the credentials of this node: ${messageOf(error)}`);
        return; // Unanswered: the server keeps the token valid.
      }
      this.isTokenNext = false;
      log(`enrolled as node ${credentials.nodeId}`);
      answer();
      this.enrolled();
    });
  }

  get isReady(): boolean {
    return this.isGreeted && this.socket.connected;
  }

  open(): void {
    this.socket.connect();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    this.socket.off('disconnect');
    this.socket.disconnect();
  }

  ask: Link['ask'] = (event, payload) =>
    new Promise((resolve, reject) => {
      if (!this.socket.connected) {
        reject(new Error('not connected'));
        return;
      }
      const emit = this.socket.timeout(ANSWER_MS) as unknown as {
        // Socket.IO's own types cannot follow a generic event name; Link states the real ones.
        emitWithAck: (name: string, body: unknown) => Promise<never>;
      };
      emit.emitWithAck(event, payload).then(resolve, reject);
    });

  private handshake(): AgentHandshake {
    const credentials = this.isTokenNext ? null : this.store.load();
    return credentials === null
      ? { protocol: agentProtocol, enrolToken: this.token }
      : { protocol: agentProtocol, ...credentials };
  }

  private async greet(): Promise<void> {
    const connection = this.socket.id;
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
      this.lastTrouble = '';
      log(`connected to ${this.server}`);
    } catch (error) {
      if (this.socket.id !== connection) {
        return;
      }
      this.sayOnce(`no answer to our hello: ${messageOf(error)}`);
      this.socket.disconnect();
      this.retry();
    }
  }

  private waitForEnrolment(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ENROLMENT_MS);
      this.enrolled = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private onRefused(message: string): void {
    if (message === 'AGENT_NOT_ENROLLED') {
      // Take turns where there are both: the token may be used up, the credentials may be of a server reset since.
      const hasBoth = this.token !== undefined && this.store.load() !== null;
      this.isTokenNext = hasBoth ? !this.isTokenNext : this.isTokenNext;
    }
    this.sayOnce(refusals[message] ?? `cannot reach ${this.server} (${message})`);
    this.retry();
  }

  private onDisconnected(reason: string): void {
    this.isGreeted = false;
    this.events.onLost();
    if (reason === 'io server disconnect') {
      // Two agents with one node's credentials would push each other out several times a second.
      this.retries = 10;
      this.sayOnce('the server closed the connection: does another agent use these credentials?');
      this.retry();
    } else if (reason !== 'io client disconnect') {
      this.sayOnce(`connection lost (${reason}), trying again`);
      this.retry();
    }
  }

  /** Doubles from try to try up to the most, and spreads a thousand agents over time after a server restart. */
  private retry(): void {
    const ceiling = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(this.retries, 10));
    this.retries += 1;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.socket.connect(), ceiling * (0.5 + Math.random() / 2));
  }

  private sayOnce(trouble: string): void {
    if (trouble !== this.lastTrouble) {
      this.lastTrouble = trouble;
      log(trouble);
    }
  }
}
