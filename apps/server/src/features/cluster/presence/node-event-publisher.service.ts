import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { NodeKind } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';

/** What changed of a node. */
interface Change {
  kind: NodeKind;
  nodeId: string;
}

/** Publishes changes of nodes to open windows of administrators and of the users of desktops. Call after the commit. */
@Injectable()
export class NodeEventPublisher implements OnApplicationShutdown {
  private readonly logger = new Logger('NodeEventPublisher');
  private readonly changed = new Map<NodeKind, Set<string>>();
  /** Nodes whose users will be told. */
  private readonly toUsers = new Set<string>();
  private areSessionsChanged = false;
  private readonly changes: KeyedThrottle;

  constructor(
    private readonly realtime: Realtime,
    private readonly dataSource: DataSource,
    { nodes }: Timings,
  ) {
    this.changes = new KeyedThrottle(nodes.newsMs, () => this.tell(), { leading: false });
  }

  onApplicationShutdown(): void {
    this.changes.close();
  }

  /** The list of these nodes has changed. */
  nodeChanged({ kind, nodeId }: Change): void {
    const ids = this.changed.get(kind) ?? new Set<string>();
    this.changed.set(kind, ids.add(nodeId));
    this.changes.pass('all', true);
  }

  /** The sessions on a desktop have changed. */
  sessionsChanged(nodeId: string): void {
    this.areSessionsChanged = true;
    this.nodeChanged({ kind: 'desktop', nodeId });
  }

  /** A node came or went: lists of its kind show it, and so do the windows of its users. */
  presenceChanged(node: Change): void {
    this.nodeChanged(node);
    if (node.kind === 'desktop') {
      this.areSessionsChanged = true;
      this.toUsers.add(node.nodeId);
    }
  }

  /** The list of these users' own desktops has changed. */
  ownDesktopsChanged(userIds: readonly string[]): void {
    if (userIds.length > 0) {
      this.realtime.publish(
        'ownDesktopsChanged',
        userIds.map((userId) => audience.user(userId)),
      );
    }
  }

  private async tell(): Promise<void> {
    for (const [kind, ids] of this.changed) {
      const [first] = ids;
      this.realtime.publish('nodesChanged', audience.topic({ topic: 'nodes', kind }), {
        kind,
        nodeId: ids.size === 1 ? (first ?? null) : null,
      });
    }
    this.changed.clear();
    if (this.areSessionsChanged) {
      this.areSessionsChanged = false;
      this.realtime.publish(
        'desktopSessionsChanged',
        audience.topic({ topic: 'desktop-sessions' }),
      );
    }
    const nodeIds = [...this.toUsers];
    this.toUsers.clear();
    if (nodeIds.length > 0) {
      await this.tellUsersOf(nodeIds);
    }
  }

  private async tellUsersOf(nodeIds: readonly string[]): Promise<void> {
    try {
      const users = await this.dataSource.query<{ id: string }[]>(
        'SELECT DISTINCT user_id AS id FROM desktop_user WHERE node_id = ANY($1::uuid[])',
        [nodeIds],
      );
      this.ownDesktopsChanged(users.map(({ id }) => id));
    } catch (error) {
      // Only a hint: their windows reload the list at the next opportunity.
      this.logger.warn({ err: error }, 'Failed to tell users about their desktops');
    }
  }
}
