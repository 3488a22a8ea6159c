import { setTimeout } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Hooks } from '../../../platform/hooks/hooks.service.js';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import { nodesBack } from '../cluster.hooks.js';
import { NodeEventPublisher } from './node-event-publisher.service.js';
import {
  NodeRepository,
  type AgentSession,
  type GoneConnection,
  type NodeName,
} from '../node.repository.js';

/** What `nodeStatus` says. */
interface NodeState {
  nodeId: string;
  hostname: string;
  online: boolean;
}

/** The presence of nodes: they go offline when their agents fall silent, and come back with their next message (design: Socket.IO). */
@Injectable()
export class NodePresence implements OnApplicationShutdown {
  private readonly logger = new Logger('NodePresence');
  private readonly stopped = new AbortController();
  private gone: GoneConnection[] = [];
  /** Runs while disconnections are recorded. */
  private leaving: Promise<void> | undefined;
  /** Nodes whose heartbeat has not been stored yet, and when it came (`performance.now`). */
  private readonly unmarked = new Map<string, number>();
  private readonly flapping: KeyedThrottle<NodeState>;

  constructor(
    private readonly repository: NodeRepository,
    private readonly realtime: Realtime,
    private readonly news: NodeEventPublisher,
    private readonly hooks: Hooks,
    private readonly timings: Timings,
  ) {
    this.flapping = new KeyedThrottle(timings.nodes.tellMs, (state) =>
      realtime.publish('nodeStatus', audience.topic({ topic: 'hosts' }), state),
    );
  }

  /** This server starts to listen. Time in which no server listened does not count as a node's silence. */
  async start(): Promise<void> {
    await this.repository.resumeListening();
    const { lookMs, listenMs } = this.timings.nodes;
    void this.every(lookMs, () => this.look(), 'Failed to look for silent nodes');
    void this.every(
      listenMs,
      () => this.repository.noteListening(),
      'Failed to note that this server listens to agents',
    );
  }

  /** Connections that end with this server are recorded before the database closes. */
  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    this.flapping.close();
    await this.leaving;
  }

  /** An agent has connected, though it has reported no sample yet; its node takes jobs over this connection from now on. */
  async arrive(nodeId: string, session: AgentSession): Promise<void> {
    this.announce(await this.repository.arrive(nodeId, session), true);
  }

  /**
   * Stores heartbeats. Nodes that had counted as offline take jobs again. A node that cannot be updated now is updated with the
   * next batch, unless its heartbeat is too old by then.
   */
  async markSeen(nodeIds: Iterable<string>): Promise<void> {
    const now = performance.now();
    for (const nodeId of nodeIds) {
      this.unmarked.set(nodeId, now);
    }
    for (const [nodeId, heardAt] of this.unmarked) {
      if (now - heardAt > this.timings.nodes.silenceMs) {
        this.unmarked.delete(nodeId);
      }
    }
    const marked = await this.repository.markSeen([...this.unmarked.keys()]);
    marked.forEach(({ id }) => this.unmarked.delete(id));
    const back = marked.filter(({ wasOnline }) => !wasOnline);
    if (back.length > 0) {
      this.announce(back, true);
      await this.hooks.notify(nodesBack, { nodeIds: back.map(({ id }) => id) });
    }
  }

  /**
   * A node's connection has ended. Those that end while others are being recorded form one batch, so that a thousand at once do
   * not occupy the database.
   */
  leave(nodeId: string, connectionId: string): void {
    this.gone.push({ nodeId, connectionId });
    this.leaving ??= this.noteGone();
  }

  /** Marks silent nodes as offline. */
  async look(): Promise<void> {
    this.announce(await this.repository.markSilent(), false);
  }

  /** Tells open pages that these nodes came or went; for a flapping node, its current state every few seconds. */
  announce(nodes: readonly NodeName[], online: boolean): void {
    for (const node of nodes) {
      this.news.presenceChanged({ kind: node.kind, nodeId: node.id });
      this.flapping.pass(node.id, { nodeId: node.id, hostname: node.name, online });
    }
  }

  /** If this fails, the records of these connections still become void once their nodes are offline. */
  private async noteGone(): Promise<void> {
    while (this.gone.length > 0) {
      const { gone } = this;
      this.gone = [];
      await this.repository
        .leave(gone)
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'Failed to mark agents as offline'),
        );
    }
    this.leaving = undefined;
  }

  /** Repeats work until the server stops; the next interval begins when the work is done. */
  private async every(ms: number, work: () => Promise<void>, failure: string): Promise<void> {
    const { signal } = this.stopped;
    while (await setTimeout(ms, true, { signal, ref: false }).catch(() => false)) {
      await work().catch((error: unknown) => this.logger.warn({ err: error }, failure));
    }
  }
}
