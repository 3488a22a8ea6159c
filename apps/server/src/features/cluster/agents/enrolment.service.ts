import { Injectable } from '@nestjs/common';
import { limits, auditedEntryPoints, type NodeKind } from '@clusterdesk/contracts';
import { agentKeyOf } from '@clusterdesk/contracts/agent-proof';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { AccessRevocation } from '../../users/rights/access-revocation.js';
import { nodeCloned } from '../draining/node-faults.js';
import { NodeEntity } from '../node.entity.js';

/** A key that agents prove themselves with, and the node it belongs to. */
export interface AgentKey {
  nodeId: string;
  nodeKind: NodeKind;
  name: string;
  key: Buffer;
  /** `new-secret`: made from a token and not used yet; an agent that proves itself with it has stored it. */
  kind: 'secret' | 'new-secret' | 'token';
}

/** The keys of agents: enrolment tokens, and the node secrets that are made from them (docs/decisions/agent-proof.md). */
@Injectable()
export class EnrolmentService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Gives a node a token to enrol with. An earlier token becomes invalid, with any unused secret that was made from it.
   * @returns when the token expires
   */
  async allowEnrolment(
    nodeId: string,
    token: string,
    manager = this.dataSource.manager,
  ): Promise<Date> {
    const enrolExpiresAt = new Date(Date.now() + limits.enrolmentMs);
    await manager.update(
      NodeEntity,
      { id: nodeId },
      { enrolTokenHash: agentKeyOf(token), enrolExpiresAt, enrolSecretHash: null },
    );
    return enrolExpiresAt;
  }

  /** @param keyId as `agentKeyId` makes it. @returns null when no valid key has that id. */
  async findKey(keyId: string): Promise<AgentKey | null> {
    const [found] = await this.dataSource.query<AgentKey[]>(
      `SELECT id AS "nodeId", node.kind AS "nodeKind", name, secret_hash AS key, 'secret' AS kind FROM node WHERE sha256(secret_hash) = $1
       UNION ALL
       SELECT id, node.kind, name, enrol_secret_hash, 'new-secret' FROM node WHERE sha256(enrol_secret_hash) = $1
       UNION ALL
       SELECT id, node.kind, name, enrol_token_hash, 'token' FROM node
       WHERE sha256(enrol_token_hash) = $1 AND enrol_expires_at > now()`,
      [Buffer.from(keyId, 'base64url')],
    );
    return found ?? null;
  }

  /** Whether a node's secret is still its own. */
  isGood({ nodeId, key }: Pick<AgentKey, 'nodeId' | 'key'>): Promise<boolean> {
    return this.dataSource.getRepository(NodeEntity).existsBy({ id: nodeId, secretHash: key });
  }

  /** Of connections, those whose secret is neither their node's own nor about to become it. */
  async findRevoked<Held extends Pick<AgentKey, 'nodeId' | 'key'>>(
    held: readonly Held[],
  ): Promise<Held[]> {
    const rows = await this.dataSource.query<Pick<AgentKey, 'nodeId' | 'key'>[]>(
      `SELECT id AS "nodeId", key FROM node, unnest(ARRAY[secret_hash, enrol_secret_hash]) AS key
       WHERE id = ANY ($1) AND key IS NOT NULL`,
      [[...new Set(held.map(({ nodeId }) => nodeId))]],
    );
    const textOf = ({ nodeId, key }: Pick<AgentKey, 'nodeId' | 'key'>): string =>
      `${nodeId} ${key.toString('hex')}`;
    const good = new Set(rows.map(textOf));
    return held.filter((connection) => !good.has(textOf(connection)));
  }

  /**
   * Records the secret that an agent is about to store. Until an agent uses it, the token and the node's previous secret stay
   * valid, so that a lost connection locks nobody out. @returns false when the token has been used or has expired.
   */
  async begin(token: AgentKey, secret: string): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE node SET enrol_secret_hash = $3
       WHERE id = $1 AND enrol_token_hash = $2 AND enrol_expires_at > now() RETURNING id`,
      [token.nodeId, token.key, agentKeyOf(secret)],
    );
    return rows.length > 0;
  }

  /**
   * An agent used its new secret, so it has stored it, and the token is spent.
   * @returns `enrolled`: just now; `known`: it has used the secret before; `superseded`: a later enrolment has replaced it
   */
  finish({
    nodeId,
    key,
  }: Pick<AgentKey, 'nodeId' | 'key'>): Promise<'enrolled' | 'known' | 'superseded'> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[{ name: string }[], number]>(
        `UPDATE node SET secret_hash = enrol_secret_hash, enrol_secret_hash = NULL,
                         enrol_token_hash = NULL, enrol_expires_at = NULL, revoked_at = NULL, recent_hosts = '[]',
                         drained_at = CASE WHEN drained_reason IS DISTINCT FROM $3 THEN drained_at END,
                         drained_reason = nullif(drained_reason, $3)
         WHERE id = $1 AND enrol_secret_hash = $2 RETURNING name`,
        [nodeId, key, nodeCloned],
      );
      for (const { name } of rows) {
        await this.audit.record(manager, {
          target: { type: 'node', id: nodeId, name },
          origin: auditedEntryPoints.nodeEnrolled,
        });
      }
      if (rows.length > 0) {
        // Others may know the sessions that were issued to the previous agent, as they may know its secret.
        await this.revocation.deleteTargetSessions(manager, { kind: 'desktop', id: nodeId });
        return 'enrolled';
      }
      const isOwn = await manager.existsBy(NodeEntity, { id: nodeId, secretHash: key });
      return isOwn ? 'known' : 'superseded';
    });
  }
}
