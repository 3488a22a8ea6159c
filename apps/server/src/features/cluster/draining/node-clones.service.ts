import { Injectable, Logger } from '@nestjs/common';
import { auditedEntryPoints, nodeClonedNotice, type AgentHello } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { nodeKeepers } from '../cluster.policy.js';
import { NodeEntity, type NodeHost } from '../node.entity.js';
import { nodeCloned } from './node-faults.js';

/** Hosts that alternate on one node this often within this time are copies of each other. */
const turnsOfClones = 3;
const windowMs = 5 * 60_000;
/** Limits the list for a host that keeps rebooting. */
const keptHosts = 8;

const isSame = (one: NodeHost, other: NodeHost): boolean =>
  one.bootId === other.bootId && one.hostname === other.hostname;

/** The hosts by name and the beginning of their boot id, so that administrators can tell them apart. */
export function nameHosts(hosts: readonly NodeHost[]): string[] {
  const names = hosts.map(({ hostname, bootId }) =>
    bootId === '' ? hostname : `${hostname} (${bootId.slice(0, 8)})`,
  );
  return [...new Set(names)].sort();
}

/** Finds nodes whose credentials more than one host uses, as a copied disk image does. */
@Injectable()
export class NodeClones {
  private readonly logger = new Logger('NodeClones');

  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Records which host a node's hello came from. A boot id never returns after a reboot, so a host that returns after another
   * one is a second host; restarts and reboots are not.
   * @returns whether the node was found to be cloned just now; it gets no jobs until it is enrolled again
   */
  async note(nodeId: string, { hostname, bootId = '' }: AgentHello): Promise<boolean> {
    // A thousand agents may return at once, nearly all from the same host as before.
    const known = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM node WHERE id = $1 AND recent_hosts -> -1 @> $2::jsonb',
      [nodeId, JSON.stringify({ hostname, bootId })],
    );
    if (known.length > 0) {
      return false;
    }
    return this.dataSource.transaction(async (manager) => {
      const node = await manager.findOne(NodeEntity, {
        where: { id: nodeId },
        lock: { mode: 'pessimistic_write' },
      });
      const host = { hostname, bootId, at: Date.now() };
      const last = node?.recentHosts.at(-1);
      if (!node || (last && isSame(last, host))) {
        return false;
      }
      const isRecent = ({ at }: NodeHost): boolean => at > host.at - windowMs;
      const before = node.recentHosts.filter((one) => one === last || isRecent(one));
      const since = before.findIndex((one) => isSame(one, host));
      const isCloned =
        node.drainedReason !== nodeCloned &&
        since >= 0 &&
        [...before.slice(1), host].filter(isRecent).length >= turnsOfClones;
      // Earlier hosts did not take part in the alternation.
      const recentHosts = [...before.slice(isCloned ? since : 0), host].slice(-keptHosts);
      await manager.update(
        NodeEntity,
        { id: nodeId },
        {
          recentHosts,
          // No probe: the node is not tried again automatically.
          ...(isCloned && { drainedReason: nodeCloned, drainedAt: new Date(), probeAt: null }),
        },
      );
      if (isCloned) {
        const hosts = nameHosts(recentHosts);
        await this.audit.record(manager, {
          target: { type: 'node', id: nodeId, name: node.name },
          origin: auditedEntryPoints.nodeCloned,
          details: { hosts },
        });
        const keepers = await this.rights.listHolders(nodeKeepers[node.kind], manager);
        await this.notifications.notify(manager, keepers, nodeClonedNotice, {
          nodeKind: node.kind,
          name: node.name,
          hosts,
        });
        this.logger.warn({ nodeId, hosts }, 'More than one host uses the credentials of a node');
      }
      return isCloned;
    });
  }
}
