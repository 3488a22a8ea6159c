import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  agentNamespace,
  consoleNamespace,
  type AgentToServer,
  type ConsoleToServer,
  type ServerToAgent,
  type ServerToConsole,
  type Topic,
} from '@clusterdesk/contracts';
import { Server, type DefaultEventsMap, type Namespace } from 'socket.io';
import type { Server as HttpServer } from 'node:http';
import { Config } from '../../config/config.js';
import type { Principal } from '../http/access/principal.js';
import type { Audience } from './audience.js';
import { createRealtimeAdapter, type RealtimeAdapter } from './realtime-adapter.js';

/** What the server remembers of a browser's socket. */
export interface ConsoleSocketData {
  caller: Principal;
  /** What it watches, by room; checked again when the caller's rights change. */
  topics: Map<string, Topic>;
}

/** Whose sockets must go. No reason: the page knows by itself (sign-out). */
export interface EndedAccess {
  userId?: string;
  sessionId?: string;
  reason?: string;
}

/** From process to process: what each must do for the sockets it holds. */
export interface ServerToServer {
  /** The rights of these users changed. */
  rightsChanged: (userIds: string[]) => void;
  /** The sockets of a user, or of one session, are to be told why (in their language) and closed. */
  accessEnded: (whose: EndedAccess) => void;
  /** Some process has a socket that watches this room. */
  roomWatched: (room: string) => void;
  /** Who may do what in a space changed: a project's switches or members, a share's end. */
  spaceAccessChanged: (spaceKey: string) => void;
}

/** What the server remembers of an agent's socket. */
export interface AgentSocketData {
  nodeId: string;
  hostname: string;
}

export type ConsoleNamespace = Namespace<
  ConsoleToServer,
  ServerToConsole,
  ServerToServer,
  ConsoleSocketData
>;
export type AgentNamespace = Namespace<
  AgentToServer,
  ServerToAgent,
  DefaultEventsMap,
  AgentSocketData
>;

/**
 * The one Socket.IO server of this process. In the server it is bound to the HTTP port; a worker is a headless member of
 * the same cluster, so both publish alike, and both can ask an agent (design: Socket.IO).
 */
@Injectable()
export class Realtime implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  private readonly io: Server;
  private readonly adapter: RealtimeAdapter;
  private isAttached = false;
  private isClosed = false;
  readonly console: ConsoleNamespace;
  readonly agents: AgentNamespace;

  constructor(config: Config) {
    this.adapter = createRealtimeAdapter(config);
    this.io = new Server({
      path: '/socket.io',
      adapter: this.adapter.factory,
      serveClient: false,
      pingInterval: 5_000,
      pingTimeout: 5_000,
      maxHttpBufferSize: 1024 * 1024,
    });
    // The root namespace exists by itself, asks for nothing, and nothing is said in it.
    this.io.use((_, next) => next(new Error('NAMESPACE_UNKNOWN')));
    // Made at once, also where nobody connects: only then does this process know the others' members.
    this.console = this.io.of(consoleNamespace);
    this.agents = this.io.of(agentNamespace);
  }

  /** Takes sockets on this HTTP server. */
  attach(server: HttpServer): void {
    this.isAttached = true;
    this.io.attach(server);
  }

  /** Tells an audience, wherever its sockets are connected. Call after the commit; a lost event only delays a page. */
  publish<Event extends keyof ServerToConsole>(
    event: Event,
    to: Audience | Audience[],
    ...payload: Parameters<ServerToConsole[Event]>
  ): void {
    if (this.isClosed) {
      // A closed adapter would start its heartbeat anew.
      return;
    }
    try {
      this.console.to(to).emit(event, ...payload);
    } catch (error) {
      this.logger.warn({ err: error, event }, 'An event could not be published');
    }
  }

  /**
   * Tells every process of the cluster, this one included. What is both told and closed goes this way: the adapters would
   * close a socket before they deliver what was published to it.
   */
  broadcastToServers<Event extends keyof ServerToServer>(
    event: Event,
    payload: Parameters<ServerToServer[Event]>[0],
  ): void {
    if (this.isClosed) {
      return;
    }
    const message = [payload] as Parameters<ServerToServer[Event]>;
    for (const listener of this.console.listeners(event)) {
      Reflect.apply(listener, this.console, message);
    }
    this.console.serverSideEmit(event, ...message);
  }

  /**
   * Connected browsers and agents come back to another process, or to the next start. Before the HTTP server closes, for that
   * waits until the last socket is gone.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    if (this.isAttached) {
      await this.io.close();
    } else {
      // A headless server has no engine to close.
      await Promise.all(
        [this.io.sockets, this.console, this.agents].map((nsp) => nsp.adapter.close()),
      );
    }
    await this.adapter.close();
  }
}
