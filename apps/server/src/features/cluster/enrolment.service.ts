import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { agentProtocol, loggedDoors, type AgentHandshake } from '@clusterdesk/contracts';
import { DataSource, MoreThan } from 'typeorm';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { hashToken } from '../../platform/secrets/token-hash.js';
import { NodeEntity } from './node.entity.js';

/** An enrolment token is good for this long. */
const enrolmentMs = 24 * 3_600_000;

/** The node behind a handshake; `newSecret` when it enrolled just now. */
export interface AgentIdentity {
  nodeId: string;
  name: string;
  newSecret: string | null;
}

/** Trading enrolment tokens for node secrets. Only hashes are kept (contract: Cluster). */
@Injectable()
export class EnrolmentService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  /** Gives a node a token to enrol with; an earlier token ends. */
  async allowEnrolment(nodeId: string, token: string): Promise<void> {
    await this.nodes().update(
      { id: nodeId },
      { enrolTokenHash: hashToken(token), enrolExpiresAt: new Date(Date.now() + enrolmentMs) },
    );
  }

  /** @returns null when neither the secret nor the token is good. */
  async identify(handshake: AgentHandshake): Promise<AgentIdentity | null> {
    return (await this.bySecret(handshake)) ?? (await this.byToken(handshake));
  }

  /** The agent has its secret safely: the token is spent. */
  async finishEnrolment(nodeId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[{ name: string }[], number]>(
        `UPDATE node SET enrol_token_hash = NULL, enrol_expires_at = NULL
         WHERE id = $1 AND enrol_token_hash IS NOT NULL RETURNING name`,
        [nodeId],
      );
      for (const { name } of rows) {
        await this.audit.record(manager, {
          target: { type: 'node', id: nodeId, name },
          origin: loggedDoors.nodeEnrolled,
        });
      }
    });
  }

  private async bySecret({ nodeId, secret }: AgentHandshake): Promise<AgentIdentity | null> {
    if (!nodeId || !secret) {
      return null;
    }
    const node = await this.nodes().findOneBy({ secretHash: hashToken(secret) });
    return node && node.id === nodeId ? { nodeId, name: node.name, newSecret: null } : null;
  }

  /** The token stays good until the agent confirms, so that a cut in between does not lock the node out. */
  private async byToken({ enrolToken }: AgentHandshake): Promise<AgentIdentity | null> {
    if (!enrolToken) {
      return null;
    }
    const node = await this.nodes().findOneBy({
      enrolTokenHash: hashToken(enrolToken),
      enrolExpiresAt: MoreThan(new Date()),
    });
    if (!node) {
      return null;
    }
    const newSecret = randomBytes(32).toString('base64url');
    await this.nodes().update({ id: node.id }, { secretHash: hashToken(newSecret) });
    return { nodeId: node.id, name: node.name, newSecret };
  }

  private nodes() {
    return this.dataSource.getRepository(NodeEntity);
  }
}

/** This number and the one before are spoken. */
export function isKnownProtocol(protocol: number): boolean {
  return protocol === agentProtocol || protocol === agentProtocol - 1;
}
