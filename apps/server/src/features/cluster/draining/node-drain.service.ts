import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { nodeHeld } from './node-faults.js';

/** A drained node is tried again after this time, and after twice as long each time it fails again. */
const firstProbeMs = 30_000;
const longestProbeMs = 10 * 60_000;
/** 2^5 first probes are longer than the longest. */
const maxDoublings = 5;

/** Takes nodes with a fault of their own out of use, and back (decision: faults of nodes). */
@Injectable()
export class NodeDrain {
  private readonly logger = new Logger('NodeDrain');

  constructor(private readonly dataSource: DataSource) {}

  /** Part of the transaction that requeues the refused job. Faults before the node's next probe count as the same fault. */
  async drain(manager: EntityManager, nodeId: string, reason: string): Promise<void> {
    await manager.query(
      `UPDATE node
       SET drained_reason = $2, drained_at = coalesce(drained_at, now()), fault_count = fault_count + 1,
           probe_at = now() + least($3 * power(2, least(fault_count, $5)), $4) * interval '1 millisecond'
       WHERE id = $1 AND (drained_at IS NULL OR probe_at <= now())`,
      [nodeId, reason, firstProbeMs, longestProbeMs, maxDoublings],
    );
    this.logger.warn({ nodeId, reason }, 'A node is drained');
  }

  /** Lets a drained node be tried at once: its agent reconnected, perhaps because the node was repaired. */
  async probeNow(nodeId: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE node SET probe_at = now() WHERE id = $1 AND probe_at > now()',
      [nodeId],
    );
  }

  /** Takes the node out of service for an administrator: without a probe, so that neither a fault nor a job changes it. */
  async hold(manager: EntityManager, nodeId: string): Promise<void> {
    await manager.query(
      `UPDATE node SET drained_reason = $2, drained_at = now(), probe_at = NULL WHERE id = $1`,
      [nodeId, nodeHeld],
    );
  }

  /** Returns what an administrator took out of service; a fault that it still has is found anew by the next job. */
  async release(manager: EntityManager, nodeId: string): Promise<void> {
    await manager.query(
      `UPDATE node SET drained_reason = NULL, drained_at = NULL, fault_count = 0
       WHERE id = $1 AND drained_reason = $2`,
      [nodeId, nodeHeld],
    );
  }

  /** The node works again, unless only a new enrolment or an administrator brings it back. @returns whether it was drained and is no longer. */
  async clear(manager: EntityManager, nodeId: string): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `UPDATE node SET drained_reason = NULL, drained_at = NULL, probe_at = NULL, fault_count = 0
       WHERE id = $1 AND drained_at IS NOT NULL AND probe_at IS NOT NULL RETURNING id`,
      [nodeId],
    );
    return rows.length > 0;
  }
}
