import { Injectable } from '@nestjs/common';
import { monitorLevels } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { withStatementTimeout } from '../../../platform/database/long-statement.js';
import { isDayMissing, MetricDays } from './metric-days.service.js';
import { lateMs } from './roll-up.repository.js';

/** How long the metrics of deleted nodes may take to be deleted from one day, milliseconds. */
const removeMs = 300_000;

/** Samples stored by one statement at most: a small part of its deadline on a slow machine. */
export const statementRowsMax = 10_000;

/** A sample on its way into the database. */
export interface StoredSample {
  nodeId: string;
  /** Milliseconds since the epoch. */
  time: number;
  cpu: number;
  mem: number;
}

/** Stores samples, and removes those of deleted nodes. */
@Injectable()
export class MetricRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: MetricDays,
  ) {}

  /**
   * Stores samples, a bounded number with each statement. A sample that was sent twice is stored once, one of an unknown node not
   * at all.
   */
  async storeSamples(samples: readonly StoredSample[]): Promise<void> {
    for (let begin = 0; begin < samples.length; begin += statementRowsMax) {
      await this.storeWithDays(samples.slice(begin, begin + statementRowsMax));
    }
  }

  private async storeWithDays(samples: readonly StoredSample[]): Promise<void> {
    try {
      await this.store(samples);
    } catch (error) {
      if (!isDayMissing(error)) {
        throw error;
      }
      const times = samples.map((sample) => sample.time);
      await this.days.make('node_metric', Math.min(...times), Math.max(...times));
      await this.store(samples);
    }
  }

  /**
   * Nodes are not locked, so that marking and editing them need not wait. Samples of one that is deleted at this moment are shown to
   * nobody, and go with their day.
   */
  private async store(samples: readonly StoredSample[]): Promise<void> {
    await this.dataSource.query(
      `WITH sample AS (
         SELECT node_id, to_timestamp(ms / 1000.0) AS time, cpu, mem
         FROM unnest($1::uuid[], $2::float8[], $3::real[], $4::real[]) AS sample (node_id, ms, cpu, mem)
         JOIN node ON node.id = sample.node_id
       ), late AS (
         INSERT INTO node_metric_late (node_id, time)
         SELECT DISTINCT node_id, date_bin($5 * interval '1 second', time, 'epoch') AS start FROM sample
         WHERE time < now() - $6 * interval '1 millisecond'
         ORDER BY node_id, start
         -- Locks a row that is there: who averages its interval sees these samples, or is told of them once more.
         ON CONFLICT (time, node_id) DO UPDATE SET time = excluded.time
       )
       INSERT INTO node_metric (node_id, time, cpu, mem)
       SELECT node_id, time, cpu, mem FROM sample
       -- Two servers may store what one node says twice: in one order, neither waits for the other in a circle.
       ORDER BY time, node_id
       ON CONFLICT DO NOTHING`,
      [
        samples.map((sample) => sample.nodeId),
        samples.map((sample) => sample.time),
        samples.map((sample) => sample.cpu),
        samples.map((sample) => sample.mem),
        Math.max(...monitorLevels),
        lateMs,
      ],
    );
  }

  /** The metrics of a node that is deleted in this transaction are to go; nobody sees them from then on. */
  async noteRemoval(manager: EntityManager, nodeId: string): Promise<void> {
    await manager.query(
      'INSERT INTO node_metric_removal (node_id) VALUES ($1) ON CONFLICT DO NOTHING',
      [nodeId],
    );
  }

  /** Removes the metrics of deleted nodes, a day at a time; stopped at any moment, the next run begins again. */
  async removeNoted(signal: AbortSignal): Promise<void> {
    const noted = await this.dataSource.query<{ nodeId: string }[]>(
      'SELECT node_id AS "nodeId" FROM node_metric_removal',
    );
    if (noted.length === 0) {
      return;
    }
    const nodeIds = noted.map(({ nodeId }) => nodeId);
    for (const name of await this.days.listNames()) {
      if (signal.aborted) {
        return;
      }
      await withStatementTimeout(this.dataSource, removeMs, (manager) =>
        manager.query(`DELETE FROM ${name} WHERE node_id = ANY($1::uuid[])`, [nodeIds]),
      );
    }
    await this.dataSource.query('DELETE FROM node_metric_removal WHERE node_id = ANY($1::uuid[])', [
      nodeIds,
    ]);
  }
}
