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
  /** Runs while connections that are gone are noted. */
  private leaving: Promise<void> | undefined;
  /** Nodes whose heartbeat could not be stored yet, and when it came (`performance.now`). */
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
      realtime.publish('nodeStatus', audience.topic({ topic: 'monitoring' }), state),
    );
  }

  /** From now on this server listens. Time in which no server did is not held against silent nodes. */
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

  /** The connections that ended with this server are noted before the database closes. */
  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    this.flapping.close();
    await this.leaving;
  }

  /** The agent is there, though it has reported no sample yet; from now on its node takes jobs, by this connection. */
  async arrive(nodeId: string, session: AgentSession): Promise<void> {
    this.announce(await this.repository.arrive(nodeId, session), true);
  }

  /**
   * Stores heartbeats of nodes. Those that only seemed away take jobs again. One that cannot be marked now is marked with the
   * next, unless its heartbeat is too old by then.
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
   * A connection of a node is gone. Those that go while others are noted are noted together: a thousand that are cut off at once
   * leave the database to others.
   */
  leave(nodeId: string, connectionId: string): void {
    this.gone.push({ nodeId, connectionId });
    this.leaving ??= this.noteGone();
  }

  /** Marks silent nodes as offline. */
  async look(): Promise<void> {
    this.announce(await this.repository.markSilent(), false);
  }

  /** Tells open pages that these nodes came or went; of one that does so again and again, its present state every few seconds. */
  announce(nodes: readonly NodeName[], online: boolean): void {
    for (const node of nodes) {
      this.news.presenceChanged({ kind: node.kind, nodeId: node.id });
      this.flapping.pass(node.id, { nodeId: node.id, hostname: node.name, online });
    }
  }

  /** Where that does not succeed, the notes of these connections are void as soon as their nodes are offline. */
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

  /** Until the server stops; a piece of work that takes longer than its interval is not begun again meanwhile. */
  private async every(ms: number, work: () => Promise<void>, failure: string): Promise<void> {
    const { signal } = this.stopped;
    while (await setTimeout(ms, true, { signal, ref: false }).catch(() => false)) {
      await work().catch((error: unknown) => this.logger.warn({ err: error }, failure));
    }
  }
}
