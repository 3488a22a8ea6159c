import { Injectable } from '@nestjs/common';
import type { QueueBackend, QueueNetwork } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';

/** What a queue gives its jobs, and who may submit to it; what is undefined stays. */
export interface QueueSettings {
  queueName?: string | undefined;
  isOpenToEveryone?: boolean | undefined;
  network?: QueueNetwork | undefined;
  defaultMinutes?: number | undefined;
  maxMinutes?: number | undefined;
  backend?: QueueBackend | undefined;
  partitions?: string[] | undefined;
}

/** What a queue is after an update. */
interface UpdatedQueue {
  defaultMinutes: number;
  maxMinutes: number;
  backend: QueueBackend;
}

/** What a queue may use of its nodes: CPUs by node. */
export type QueueNodes = ReadonlyMap<string, number>;

/** What a queue names, by the table that lists it. */
export type MemberKind = 'project' | 'user';

/** Queries that make, change and delete queues, as parts of transactions. */
@Injectable()
export class QueueChangesRepository {
  async insert(manager: EntityManager, queueName: string): Promise<string> {
    const [queue] = await manager.query<[{ id: string }]>(
      'INSERT INTO compute_queue (queue_name) VALUES ($1) RETURNING id',
      [queueName],
    );
    return queue.id;
  }

  /**
   * Until the transaction ends no one else changes the queue, and no job comes into it.
   * @param isLast it is going to be deleted
   * @returns null when there is no such queue
   */
  async lock(
    manager: EntityManager,
    id: string,
    isLast = false,
  ): Promise<{ queueName: string; backend: string } | null> {
    const [queue = null] = await manager.query<{ queueName: string; backend: string }[]>(
      `SELECT queue_name AS "queueName", backend FROM compute_queue WHERE id = $1
       FOR ${isLast ? 'UPDATE' : 'NO KEY UPDATE'}`,
      [id],
    );
    return queue;
  }

  /** @param isNew its usual time limit follows the longest one */
  async update(
    manager: EntityManager,
    id: string,
    settings: QueueSettings,
    isNew: boolean,
  ): Promise<UpdatedQueue> {
    const { queueName, isOpenToEveryone, network, defaultMinutes, maxMinutes } = settings;
    const { backend, partitions } = settings;
    const [[queue]] = await manager.query<[[UpdatedQueue], 1]>(
      `UPDATE compute_queue
       SET queue_name = coalesce($2, queue_name), is_open_to_everyone = coalesce($3, is_open_to_everyone),
         backend = coalesce($8, backend), partitions = coalesce($9, partitions),
         network = coalesce($4, network), max_minutes = coalesce($6, max_minutes),
         default_minutes = coalesce($5, CASE WHEN $7 THEN least(default_minutes, $6) ELSE default_minutes END)
       WHERE id = $1
       RETURNING default_minutes AS "defaultMinutes", max_minutes AS "maxMinutes", backend`,
      [
        ...[id, queueName, isOpenToEveryone, network, defaultMinutes, maxMinutes, isNew],
        ...[backend, partitions],
      ],
    );
    return queue;
  }

  async nodesOf(manager: EntityManager, id: string): Promise<Map<string, number>> {
    const rows = await manager.query<{ id: string; cpus: number }[]>(
      'SELECT node_id AS id, cpus FROM compute_queue_node WHERE queue_id = $1',
      [id],
    );
    return new Map(rows.map((node) => [node.id, node.cpus]));
  }

  /** Those of the ids that are compute nodes; they are not deleted before the transaction ends. */
  lockNodes(
    manager: EntityManager,
    ids: readonly string[],
  ): Promise<{ id: string; name: string; cpuCount: number | null }[]> {
    return manager.query(
      `SELECT id, name, cpu_count AS "cpuCount" FROM node
       WHERE id = ANY($1::uuid[]) AND kind = 'compute' ORDER BY id FOR KEY SHARE`,
      [ids],
    );
  }

  /** The queue's nodes from now on. */
  async setNodes(manager: EntityManager, id: string, nodes: QueueNodes): Promise<void> {
    await manager.query(
      'DELETE FROM compute_queue_node WHERE queue_id = $1 AND NOT node_id = ANY($2::uuid[])',
      [id, [...nodes.keys()]],
    );
    await manager.query(
      `INSERT INTO compute_queue_node (queue_id, node_id, cpus)
       SELECT $1, * FROM unnest($2::uuid[], $3::integer[])
       ON CONFLICT ON CONSTRAINT compute_queue_node_pk DO UPDATE SET cpus = excluded.cpus`,
      [id, [...nodes.keys()], [...nodes.values()]],
    );
  }

  async membersOf(manager: EntityManager, kind: MemberKind, id: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT ${kind}_id AS id FROM compute_queue_${kind} WHERE queue_id = $1`,
      [id],
    );
    return rows.map((member) => member.id);
  }

  /** How many of the ids there are; those are not deleted before the transaction ends. */
  async lockMembers(
    manager: EntityManager,
    kind: MemberKind,
    ids: readonly string[],
  ): Promise<number> {
    const found = await manager.query<unknown[]>(
      kind === 'user'
        ? 'SELECT id FROM user_account WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE'
        : 'SELECT id FROM project WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE',
      [ids],
    );
    return found.length;
  }

  /** Whom the queue names from now on. */
  async setMembers(
    manager: EntityManager,
    kind: MemberKind,
    id: string,
    ids: readonly string[],
  ): Promise<void> {
    await manager.query(
      `DELETE FROM compute_queue_${kind} WHERE queue_id = $1 AND NOT ${kind}_id = ANY($2::uuid[])`,
      [id, ids],
    );
    await manager.query(
      `INSERT INTO compute_queue_${kind} (queue_id, ${kind}_id) SELECT $1, unnest($2::uuid[])
       ON CONFLICT DO NOTHING`,
      [id, ids],
    );
  }

  /** How many of its jobs wait or run. */
  async countOpen(manager: EntityManager, id: string): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM script_job
       WHERE queue_id = $1 AND status IN ('PENDING', 'RUNNING') AND array_id IS NULL`,
      [id],
    );
    return row.count;
  }

  /**
   * Takes its open jobs out of a queue that is being deleted, and notes that they are to be stopped; so also a process that ends now
   * leaves none that waits for ever.
   * @returns their ids
   */
  async takeOutJobs(manager: EntityManager, id: string): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string; arrayId: string | null }[], number]>(
      `UPDATE script_job SET queue_id = NULL, stop_reason = coalesce(stop_reason, 'QUEUE_DELETED')
       WHERE queue_id = $1 AND status IN ('PENDING', 'RUNNING')
       RETURNING id, array_id AS "arrayId"`,
      [id],
    );
    // An array ends with its elements.
    return rows.filter(({ arrayId }) => arrayId === null).map((job) => job.id);
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM compute_queue WHERE id = $1', [id]);
  }
}
