import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { rooms, type Enrolment, type NodeKind } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { isTaken } from '../../../platform/database/is-taken.js';
import { isUuid } from '../../../platform/database/is-uuid.js';
import { AuditTrail, type AuditSubject } from '../../../platform/http/audit-trail.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { AccessRevocation } from '../../users/rights/access-revocation.js';
import { nameColumns } from '../../users/names/user-name.js';
import { EnrolmentService } from '../agents/enrolment.service.js';
import { NodeEntity } from '../node.entity.js';
import { NodeBusyError, NodeNameTakenError, NodeNotFoundError } from '../node.errors.js';
import { NodeEventPublisher } from '../presence/node-event-publisher.service.js';
import { DesktopRepository } from './desktop.repository.js';
import { enrolmentCommand } from './enrolment-command.js';
import type { PlatformReach } from './platform-origin.js';
import { NodeUsageRegistry } from './node-usage-registry.service.js';

/** The editable settings of a node of either kind. */
export type NodeSettings = Partial<
  Pick<
    NodeEntity,
    'name' | 'lanIp' | 'description' | 'wanIp' | 'desktopPort' | 'https' | 'allowFiles'
  >
>;

const columnsOf = (settings: NodeSettings) => ({
  ...settings,
  ...(settings.name !== undefined && nameColumns(settings.name)),
});

/** The settings of a node that the audit log keeps. */
const loggedSettings = (node: NodeEntity) => {
  const { name, lanIp, wanIp, desktopPort, https, allowFiles, description, kind } = node;
  return {
    name,
    lanIp,
    ...(kind === 'desktop' && { wanIp, desktopPort, https, allowFiles }),
    description,
  };
};

/** How administrators manage nodes of both kinds: add, edit, delete, enrol, revoke. */
@Injectable()
export class NodeAdmin {
  constructor(
    private readonly dataSource: DataSource,
    private readonly desktops: DesktopRepository,
    private readonly uses: NodeUsageRegistry,
    private readonly enrolment: EnrolmentService,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
    private readonly afterCommit: AfterCommit,
    private readonly news: NodeEventPublisher,
    private readonly realtime: Realtime,
    private readonly config: Config,
  ) {}

  /** @throws NodeNotFoundError also when the id belongs to a node of the other kind */
  async get(
    kind: NodeKind,
    id: string,
    manager = this.dataSource.manager,
    lock?: { mode: 'pessimistic_write' },
  ): Promise<NodeEntity> {
    const where = { id, kind };
    const node = isUuid(id)
      ? await manager.findOne(NodeEntity, { where, ...(lock && { lock }) })
      : null;
    if (!node) {
      throw new NodeNotFoundError();
    }
    return node;
  }

  /** Locks the node until the transaction ends. @throws NodeNotFoundError */
  lock(manager: EntityManager, kind: NodeKind, id: string): Promise<NodeEntity> {
    return this.get(kind, id, manager, { mode: 'pessimistic_write' });
  }

  /** Adds a node with a valid enrolment token. @throws NodeNameTakenError */
  async add(
    manager: EntityManager,
    kind: NodeKind,
    settings: NodeSettings,
    reach: PlatformReach,
    more: Record<string, unknown> = {},
  ): Promise<{ node: NodeEntity; enrolment: Enrolment }> {
    const node = await manager
      .save(manager.create(NodeEntity, { kind, ...columnsOf(settings) }))
      .catch((error: unknown) => {
        throw isTaken(error) ? new NodeNameTakenError(kind) : error;
      });
    const enrolment = await this.invite(manager, node, reach);
    await this.record(manager, node, { after: { ...loggedSettings(node), ...more } });
    return { node, enrolment };
  }

  /** @throws NodeNameTakenError */
  async edit(
    manager: EntityManager,
    node: NodeEntity,
    settings: NodeSettings,
    more: { before?: object; after?: object } = {},
  ): Promise<void> {
    const before = loggedSettings(node);
    await manager.save(Object.assign(node, columnsOf(settings))).catch((error: unknown) => {
      throw isTaken(error) ? new NodeNameTakenError(node.kind) : error;
    });
    await this.record(manager, node, {
      before: { ...before, ...more.before },
      after: { ...loggedSettings(node), ...more.after },
    });
  }

  /** Its agent is disconnected for good, and a desktop disappears from its users' lists. @throws NodeBusyError */
  async remove(kind: NodeKind, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const node = await this.lock(manager, kind, id);
      if (await this.uses.isBusy(manager, id)) {
        throw new NodeBusyError();
      }
      const userIds = await this.desktops.userIds(manager, id);
      await manager.delete(NodeEntity, { id });
      await this.record(manager, node);
      this.afterCommit.run(manager, () => {
        this.news.ownDesktopsChanged(userIds);
      });
    });
    this.shutOut(id);
    this.changed(kind, id);
  }

  /** A new enrolment command; the previous one becomes invalid. */
  async enrol(kind: NodeKind, id: string, reach: PlatformReach): Promise<Enrolment> {
    const enrolment = await this.dataSource.transaction(async (manager) => {
      const node = await this.lock(manager, kind, id);
      const made = await this.invite(manager, node, reach);
      await this.record(manager, node);
      return made;
    });
    this.changed(kind, id);
    return enrolment;
  }

  /** Makes the agent's secret and the enrolment command invalid. */
  async revoke(kind: NodeKind, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const node = await this.lock(manager, kind, id);
      await manager.update(
        NodeEntity,
        { id },
        {
          secretHash: null,
          enrolSecretHash: null,
          enrolTokenHash: null,
          enrolExpiresAt: null,
          revokedAt: new Date(),
        },
      );
      await this.revocation.deleteTargetSessions(manager, { kind: 'desktop', id });
      await this.record(manager, node);
    });
    this.shutOut(id);
    this.changed(kind, id);
  }

  /** Lists of the kind reload it. */
  changed(kind: NodeKind, nodeId: string): void {
    this.news.nodeChanged({ kind, nodeId });
    if (kind === 'desktop') {
      this.news.sessionsChanged(nodeId);
    }
  }

  private async invite(
    manager: EntityManager,
    { id, kind }: NodeEntity,
    reach: PlatformReach,
  ): Promise<Enrolment> {
    const [best, ...others] = reach.origins;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = await this.enrolment.allowEnrolment(id, token, manager);
    const commandFor = (origin: string) => ({
      origin,
      command: enrolmentCommand({ origin, token, kind }),
    });
    return {
      id,
      ...commandFor(best),
      others: others.map(commandFor),
      isOriginGuessed: reach.isGuessed,
      expiresAt: wireTime(expiresAt, this.config.timeZone),
    };
  }

  /** Closes connections that a revoked key had proved. Connections that are proving themselves now will find no key. */
  private shutOut(nodeId: string): void {
    this.realtime.agents.in(rooms.provedAgents(nodeId)).disconnectSockets(true);
  }

  /** A row in the log about a node. */
  record(
    manager: EntityManager,
    { id, name }: NodeEntity,
    details?: AuditSubject['details'],
  ): Promise<void> {
    return this.audit.record(manager, {
      target: { type: 'node', id, name },
      ...(details && { details }),
    });
  }
}
