import { Injectable } from '@nestjs/common';
import { limits, type AgentHello, type NodeKind } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Timings } from '../../platform/timings.js';
import { containsPattern } from '../../platform/database/like-pattern.js';
import { isUuid } from '../../platform/database/is-uuid.js';
import { nameColumns } from '../users/names/user-name.js';
import { NodeEntity } from './node.entity.js';

/** A node as events name it. */
export type NodeName = Pick<NodeEntity, 'id' | 'name' | 'kind'>;

/** An agent's connection, and the key that signs its messages. */
export interface AgentSession {
  connectionId: string;
  sessionKey: Buffer;
}

/** A node's connection that has ended. */
export interface GoneConnection {
  nodeId: string;
  connectionId: string;
}

/** Without a listening server for longer than this the platform itself was down: longer than a restart or the interval of notes. */
const awayMs = 60_000;

/** Queries over nodes and their presence. */
@Injectable()
export class NodeRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly timings: Timings,
  ) {}

  /** Stores what an agent reports about its host. @returns whether that changed anything. */
  async saveHello(nodeId: string, hello: AgentHello): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE node
       SET hostname = $2, platform = $3, agent_version = $4, cpu_count = $5, memory_bytes = $6, confinement = $7,
           accepts_jobs = $8, protections = $9, networks = $10, job_memory_bytes = $11, job_memory_each_bytes = $12,
           takes_project_files = $13
       WHERE id = $1
         AND (hostname, platform, agent_version, cpu_count, memory_bytes, confinement, accepts_jobs, protections,
              networks, job_memory_bytes, job_memory_each_bytes, takes_project_files)
         IS DISTINCT FROM ($2::text, $3::text, $4::text, $5::int, $6::bigint, $7::text, $8::boolean, $9::text[], $10::text[],
                               $11::bigint, $12::bigint, $13::boolean)
       RETURNING id`,
      [
        nodeId,
        hello.hostname,
        hello.platform,
        hello.agentVersion,
        hello.cpus,
        hello.memoryBytes,
        hello.confinement,
        hello.acceptsJobs,
        hello.protections ?? null,
        // Older agents give every job the host's own network.
        hello.networks ?? ['outside'],
        hello.jobMemory?.allBytes ?? null,
        hello.jobMemory?.eachBytes ?? null,
        hello.projectFiles ?? false,
      ],
    );
    return rows.length > 0;
  }

  async exists(nodeId: string): Promise<boolean> {
    return this.dataSource.getRepository(NodeEntity).existsBy({ id: nodeId });
  }

  /** All nodes by name, or those of one name. */
  listNodes(name?: string): Promise<NodeEntity[]> {
    return this.dataSource.getRepository(NodeEntity).find({
      where: name === undefined ? {} : { name },
      order: { name: 'ASC', id: 'ASC' },
    });
  }

  /** Of one kind, by name. @param search part of a name, an address or a description; '' for all */
  listOfKind(kind: NodeKind, search: string): Promise<NodeEntity[]> {
    const query = this.dataSource
      .getRepository(NodeEntity)
      .createQueryBuilder('node')
      .where({ kind });
    if (search !== '') {
      query.andWhere(
        '(node.name ILIKE :part OR node.lan_ip ILIKE :part OR node.wan_ip ILIKE :part OR node.description ILIKE :part)',
        { part: containsPattern(search) },
      );
    }
    return query.orderBy('node.name').addOrderBy('node.id').getMany();
  }

  /** Whether another node of the kind has this name, or one that looks the same. */
  async isNameTaken(kind: NodeKind, name: string, exceptId: string | undefined): Promise<boolean> {
    const { nameKey, nameLook } = nameColumns(name);
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM node
       WHERE kind = $1 AND id IS DISTINCT FROM $3::uuid
         AND (name = $2 OR name_key = $4 OR name_look = $5)
       LIMIT 1`,
      [kind, name, exceptId !== undefined && isUuid(exceptId) ? exceptId : null, nameKey, nameLook],
    );
    return rows.length > 0;
  }

  /**
   * The number of nodes, of those that are online now (one that was never heard of is not), and of those of some kinds that have an alert or were online once and
   * are not now.
   */
  async count(
    kept: readonly NodeKind[],
  ): Promise<{ total: number; online: number; troubled: number }> {
    const [count] = await this.dataSource.query<
      { total: number; online: number; troubled: number }[]
    >(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE is_online AND last_seen_at IS NOT NULL)::int AS online,
         count(*) FILTER (WHERE kind = ANY($1) AND (
           NOT is_online AND secret_hash IS NOT NULL AND last_seen_at IS NOT NULL
           OR id IN (SELECT node_id FROM node_alert WHERE ended_at IS NULL)))::int AS troubled
       FROM node`,
      [kept],
    );
    return count ?? { total: 0, online: 0, troubled: 0 };
  }

  /** Marks a node as seen now, over this connection; returns it when it was offline until now, or is new. */
  async arrive(nodeId: string, { connectionId, sessionKey }: AgentSession): Promise<NodeName[]> {
    const [rows] = await this.dataSource.query<[(NodeName & { wasThere: boolean })[], number]>(
      `WITH session AS (
         INSERT INTO agent_session (node_id, connection_id, key) VALUES ($1, $2, $3)
         ON CONFLICT (node_id) DO UPDATE
         SET connection_id = excluded.connection_id, key = excluded.key, ordered = 0
         WHERE agent_session.connection_id <> excluded.connection_id
       )
       UPDATE node SET last_seen_at = now(), is_online = true, offline_since = NULL, connection_id = $2
       FROM (SELECT id, is_online AND last_seen_at IS NOT NULL AS was_there FROM node WHERE id = $1 FOR UPDATE) AS before
       WHERE node.id = before.id
       RETURNING node.id, node.name, node.kind, before.was_there AS "wasThere"`,
      [nodeId, connectionId, sessionKey],
    );
    return rows.filter((row) => !row.wasThere);
  }

  /** These connections have ended; a newer connection of the same node stays. */
  async leave(gone: readonly GoneConnection[]): Promise<void> {
    await this.dataSource.query(
      `WITH gone AS (
         SELECT * FROM unnest($1::uuid[], $2::text[]) AS gone (node_id, connection_id)
       ), held AS (
         SELECT node.id FROM node JOIN gone ON gone.node_id = node.id AND gone.connection_id = node.connection_id
         ORDER BY node.id FOR NO KEY UPDATE OF node
       ), session AS (
         DELETE FROM agent_session USING gone
         WHERE agent_session.node_id = gone.node_id AND agent_session.connection_id = gone.connection_id
       )
       UPDATE node SET connection_id = NULL FROM held WHERE node.id = held.id`,
      [gone.map(({ nodeId }) => nodeId), gone.map(({ connectionId }) => connectionId)],
    );
  }

  /** The connection that a command to this node goes to, and the command's number in it; null when there is none. */
  async numberCommand(nodeId: string): Promise<(AgentSession & { number: number }) | null> {
    const [rows] = await this.dataSource.query<
      [{ connectionId: string; sessionKey: Buffer; number: string }[], number]
    >(
      `UPDATE agent_session SET ordered = ordered + 1 WHERE node_id = $1
       RETURNING connection_id AS "connectionId", key AS "sessionKey", ordered AS number`,
      [nodeId],
    );
    const [row] = rows;
    return row ? { ...row, number: Number(row.number) } : null;
  }

  /**
   * Whether a server holds a connection for commands to this node. The record of a killed server counts until the node is
   * offline.
   */
  async isReachable(nodeId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM node WHERE id = $1 AND is_online AND connection_id IS NOT NULL',
      [nodeId],
    );
    return rows.length > 0;
  }

  /**
   * Marks nodes as seen now. A node whose row is locked is skipped, so that the others need not wait for it.
   * @returns the marked nodes, and whether each was online until now
   */
  async markSeen(nodeIds: readonly string[]): Promise<(NodeName & { wasOnline: boolean })[]> {
    const [rows] = await this.dataSource.query<[(NodeName & { wasOnline: boolean })[], number]>(
      `WITH before AS (
         SELECT id, is_online AS was_online FROM node WHERE id = ANY($1::uuid[])
         ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
       )
       UPDATE node SET last_seen_at = greatest(last_seen_at, now()), is_online = true, offline_since = NULL
       FROM before WHERE node.id = before.id
       RETURNING node.id, node.name, node.kind, before.was_online AS "wasOnline"`,
      [nodeIds],
    );
    return rows;
  }

  /**
   * Marks silent nodes as offline; returns them. When several servers do this at once, each node is returned to one of them. A
   * node whose row is locked is left to the next run.
   */
  async markSilent(): Promise<NodeName[]> {
    const [rows] = await this.dataSource.query<[NodeName[], number]>(
      `WITH silent AS (
         SELECT id FROM node
         WHERE is_online
           AND coalesce(last_seen_at, '-infinity') < now() - $1 * interval '1 millisecond'
           AND (last_seen_at IS NOT NULL OR created_at < now() - $2 * interval '1 millisecond')
         ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
       )
       UPDATE node SET is_online = false, offline_since = now()
       FROM silent WHERE node.id = silent.id
       RETURNING node.id, node.name, node.kind`,
      [this.timings.nodes.silenceMs, limits.nodeGraceMs],
    );
    return rows;
  }

  /** Records that a server is listening to agents now. */
  async noteListening(): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO cluster_listener (listened_at) VALUES (now())
       ON CONFLICT (is_only) DO UPDATE SET listened_at = excluded.listened_at`,
    );
  }

  /**
   * A server listens again. Time in which no server listened is subtracted from the silence of nodes, once for all servers that
   * start together; a restart or the start of a second server subtracts nothing.
   */
  async resumeListening(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO cluster_listener (listened_at) VALUES ('-infinity') ON CONFLICT DO NOTHING`,
      );
      await manager.query(
        `WITH before AS (SELECT listened_at FROM cluster_listener FOR UPDATE)
         UPDATE node
         SET offline_since = CASE WHEN isfinite(before.listened_at)
           THEN least(now(), offline_since + (now() - before.listened_at)) ELSE now() END
         FROM before
         WHERE NOT node.is_online AND before.listened_at < now() - $1 * interval '1 millisecond'`,
        [awayMs],
      );
      await manager.query('UPDATE cluster_listener SET listened_at = now()');
    });
  }
}
