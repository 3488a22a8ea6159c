import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  agentNamespace,
  consoleNamespace,
  liveEventKinds,
  type AgentChallenges,
  type AgentToServer,
  type ConsoleToServer,
  type LivePosition,
  type LiveSignals,
  type ServerToAgent,
  type ServerToConsole,
  type Signed,
  type Topic,
} from '@clusterdesk/contracts';
import { Server, type DefaultEventsMap, type Namespace, type Socket } from 'socket.io';
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { Config } from '../../config/config.js';
import { Postgres } from '../database/postgres.js';
import type { Principal } from '../http/access/principal.js';
import { limitBodyTime } from '../http/serving/body-deadline.middleware.js';
import { Timings } from '../timings.js';
import type { Audience } from './audience.js';
import { ClusterListeners, type Listening } from './cluster-listeners.js';
import { IncomingBounds, type IncomingConnection } from './incoming-bounds.js';
import { LiveCounter } from './live-counter.js';
import { LivePublisher, type LiveDelivery } from './live-publisher.js';
import { PositionCheck } from './position-check.js';
import { createRealtimeAdapter, type RealtimeAdapter } from './realtime-adapter.js';
import { endWhenSlow, type BufferedConnection } from './slow-sockets.js';

/** What the server remembers of a browser's socket. */
export interface ConsoleSocketData {
  caller: Principal;
  /** What it watches, by room; checked again when the caller's rights change. */
  topics: Map<string, Topic>;
  /** How many of its questions are not answered yet. */
  asking: number;
}

/** Whose sockets are to be closed. Without a reason the page knows it already (sign-out). */
export interface EndedAccess {
  userId?: string;
  sessionId?: string;
  reason?: string;
}

/** Messages from process to process: what each must do for the sockets it holds. */
export interface ServerToServer {
  /** What these users' accounts permit changed, wherever they are. */
  rightsChanged: (userIds: string[]) => void;
  /** The sockets of a user, or of one session, are to be told why (in their language) and closed. */
  accessEnded: (whose: EndedAccess) => void;
  /** Who may do what in these spaces changed: a project's switches or members, a share's end. Nobody's account did. */
  spaceAccessChanged: (spaceKeys: string[]) => void;
  /** Numbered events, for those of their audiences that this process holds. */
  liveEvents: (batch: LiveDelivery[]) => void;
  /** What the browsers of a process watch. */
  listening: (listening: Listening) => void;
  /** A process has begun to listen: every other one reports what is watched there. */
  whoListens: () => void;
  /** The setting of this key has another value. */
  settingChanged: (key: string) => void;
}

/** What the server remembers of an agent's socket once the agent has proved itself. */
export interface AgentSocketData {
  nodeId: string;
  hostname: string;
}

export type ConsoleNamespace = Namespace<
  ConsoleToServer,
  ServerToConsole & LiveSignals,
  ServerToServer,
  ConsoleSocketData
>;
export type ConsoleSocket = Socket<
  ConsoleToServer,
  ServerToConsole & LiveSignals,
  ServerToServer,
  ConsoleSocketData
>;
type FromAgent = Signed<AgentToServer>;
type ToAgent = Signed<ServerToAgent> & AgentChallenges;
export type AgentNamespace = Namespace<FromAgent, ToAgent, DefaultEventsMap, AgentSocketData>;
export type AgentSocket = Socket<FromAgent, ToAgent, DefaultEventsMap, AgentSocketData>;

/** What its browsers watch, and how far their rooms are, each process says again this often, milliseconds. */
const heartbeatMs = 30_000;

/** What is written when the process ends may take this long. */
const flushTimeoutMs = 3_000;

/** Whether the events of a room are numbered. */
const isNumbered = (room: string): boolean => room.startsWith('user:') || room.startsWith('topic:');

/**
 * The one Socket.IO server of this process: in the server on the HTTP port; in a worker a headless member of the same cluster, which
 * publishes and asks agents alike. State events are numbered first (docs/decisions/numbered-live-events.md).
 */
@Injectable()
export class Realtime implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  private readonly io: Server;
  private readonly adapter: RealtimeAdapter;
  private readonly counter: LiveCounter;
  private readonly publisher: LivePublisher;
  private readonly listeners: ClusterListeners;
  private readonly positionCheck: PositionCheck;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly incoming = new IncomingBounds();
  private isAttached = false;
  private isClosed = false;
  private ending: Promise<void> | undefined;
  readonly console: ConsoleNamespace;
  readonly agents: AgentNamespace;

  constructor(config: Config, postgres: Postgres, { realtime, tasks }: Timings) {
    this.adapter = createRealtimeAdapter(config, postgres, tasks, () => this.catchUp());
    this.io = new Server({
      path: '/socket.io',
      adapter: this.adapter.factory,
      serveClient: false,
      pingInterval: 5_000,
      pingTimeout: 5_000,
      maxHttpBufferSize: 1024 * 1024,
    });
    // The root namespace always exists; nobody may join it, and nothing is sent in it.
    this.io.use((_, next) => next(new Error('NAMESPACE_UNKNOWN')));
    // Made at once, also in a worker: only then does this process know the members of the others.
    this.console = this.io.of(consoleNamespace);
    this.agents = this.io.of(agentNamespace);
    // It would send needless heartbeats of its own.
    void this.io.sockets.adapter.close();
    this.counter = new LiveCounter(postgres.pool);
    this.publisher = new LivePublisher(this.counter, (batch) => this.deliver(batch));
    this.positionCheck = new PositionCheck(
      this.counter,
      () => [...this.console.adapter.rooms.keys()].filter(isNumbered),
      (position) => this.tellPosition(position),
    );
    this.listeners = new ClusterListeners(
      randomUUID(),
      realtime.othersAnswerMs,
      this.console.adapter,
      (listening) => this.tellServers('listening', listening),
    );
    this.heartbeat = setInterval(() => {
      this.listeners.sayAll();
      void this.positionCheck.check();
    }, heartbeatMs).unref();
    this.console.on('liveEvents', (batch) => this.deliverHere(batch));
    this.console.on('listening', (listening) => this.listeners.hear(listening));
    this.console.on('whoListens', () => this.listeners.sayAll());
  }

  /** Takes sockets on this HTTP server. */
  attach(server: HttpServer): void {
    this.isAttached = true;
    this.io.attach(server);
    this.io.engine.use(limitBodyTime());
    this.io.engine.on('connection', (connection: BufferedConnection & IncomingConnection) => {
      endWhenSlow(connection);
      this.incoming.watch(connection);
    });
    this.console.on('connection', ({ conn }) => this.incoming.admit(conn, 'console'));
  }

  /** An agent has proved itself by this connection: it may say as much as agents do. */
  admitAgent({ conn }: AgentSocket): void {
    this.incoming.admit(conn, 'agent');
  }

  /**
   * Tells an audience, wherever its sockets are connected. Call after the commit. A state event is numbered, so that a page that
   * missed it asks for its state again; a stream event that nobody watches is not sent at all, and one that is lost only
   * delays a page.
   */
  publish<Event extends keyof ServerToConsole>(
    event: Event,
    to: Audience | Audience[],
    ...payload: Parameters<ServerToConsole[Event]>
  ): void {
    const audiences = Array.isArray(to) ? to : [to];
    if (liveEventKinds[event] === 'state') {
      this.publisher.add(audiences.map((audience) => ({ audience, event, args: payload })));
      return;
    }
    const heard = audiences.filter((audience) => this.hasListeners(audience));
    if (this.isClosed || heard.length === 0) {
      // A closed adapter would start its heartbeat again.
      return;
    }
    try {
      this.console.to(heard).emit(event, ...payload);
    } catch (error) {
      this.logger.warn({ err: error, event }, 'An event could not be published');
    }
  }

  /** Whether a topic is watched in the cluster; of users and sessions, whether there is any browser. Answered from memory. */
  hasListeners(audience: Audience): boolean {
    return audience.startsWith('topic:')
      ? this.listeners.has(audience)
      : this.console.sockets.size > 0 || this.listeners.hasBrowsersElsewhere();
  }

  /** How far these audiences are, for sockets that have just joined them. */
  positions(audiences: readonly string[]): Promise<LivePosition[]> {
    return this.counter.positions(audiences);
  }

  /**
   * Tells every process of the cluster, this one included. What is both told and closed goes this way: the adapters would
   * close a socket before they deliver what was published to it.
   */
  broadcastToServers<Event extends keyof ServerToServer>(
    event: Event,
    ...message: Parameters<ServerToServer[Event]>
  ): void {
    if (this.isClosed) {
      return;
    }
    for (const listener of this.console.listeners(event)) {
      Reflect.apply(listener, this.console, message);
    }
    this.tellServers(event, ...message);
  }

  /**
   * Connected browsers and agents come back to another process, or to the next start. Before the HTTP server closes, for that
   * waits until the last socket is gone. State events of work that is still ending are numbered all the same.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.listeners.close();
    clearInterval(this.heartbeat);
    this.isClosed = true;
    if (this.isAttached) {
      await this.io.close();
    } else {
      // A headless server has no engine to close.
      await Promise.all([this.console, this.agents].map((nsp) => nsp.adapter.close()));
    }
  }

  onApplicationShutdown(): Promise<void> {
    this.ending ??= this.publisher.close(flushTimeoutMs).then(() => this.adapter.close());
    return this.ending;
  }

  private tellServers<Event extends keyof ServerToServer>(
    event: Event,
    ...message: Parameters<ServerToServer[Event]>
  ): void {
    if (!this.isClosed) {
      this.console.serverSideEmit(event, ...message);
    }
  }

  /** Messages of the others may have been lost while this process did not listen. */
  private catchUp(): void {
    this.tellServers('whoListens');
    this.listeners.begin();
    void this.positionCheck.check();
  }

  private deliver(batch: LiveDelivery[]): void {
    this.deliverHere(batch);
    if (this.listeners.hasBrowsersElsewhere()) {
      this.tellServers('liveEvents', batch);
    }
  }

  private deliverHere(batch: readonly LiveDelivery[]): void {
    const { rooms } = this.console.adapter;
    for (const { event, args = [], ...mark } of batch) {
      if (!rooms.has(mark.audience)) {
        continue;
      }
      if (event === undefined) {
        this.tellPosition({ ...mark, quietMs: 0 });
      } else {
        // As an untyped namespace: the event's own type was checked when it was published.
        const untyped: Namespace = this.console;
        untyped.local.to(mark.audience).emit(event, ...args, mark);
      }
    }
  }

  private tellPosition(position: LivePosition): void {
    this.console.local.to(position.audience).emit('livePosition', [position]);
  }
}
