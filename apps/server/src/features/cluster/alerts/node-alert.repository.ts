import { Injectable } from '@nestjs/common';
import type { NodeAlert, NodeAlertEnd, NodeAlertKind, NodeKind } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { groupBy } from '../../../platform/group-by.js';

/** What raises an alert; null: nothing does. */
export interface AlertRules {
  /** Percent, of the mean of all processors. */
  cpu: number | null;
  memory: number | null;
  /** For how many minutes a node must be above either. */
  minutes: number;
  /** For how many minutes a node must be offline. */
  offlineMinutes: number | null;
}

/** An alert that began, continued or ended, and its node. */
export interface AlertChange {
  nodeId: string;
  nodeKind: NodeKind;
  hostname: string;
  kind: NodeAlertKind;
}

export type AlertBegin = AlertChange & Pick<NodeAlert, 'value'> & { disks: string[] | null };
export type AlertEnd = AlertChange & { reason: NodeAlertEnd };

/** Only nodes whose samples in this time are all above a threshold are examined further, seconds. */
const latestSeconds = 30;
/** A load alert ends after this long at or below the threshold, seconds. */
const calmSeconds = 120;
/** The share of a period's slots that must have samples: an agent may restart, or its host may lose its connection for a while. */
const minCoverage = 0.8;
/** Slots per period; none is shorter than the interval of samples. */
const slotCount = 60;
const minSlotSeconds = 10;
/** A node that was back for less than this when it went offline again continues its alert, minutes. */
const flapMinutes = 10;

/**
 * SQL: minimum, maximum and mean load of each node and kind in the last `seconds`, if the condition holds. It reads the samples
 * once and joins nothing: PostgreSQL would plan a join for a few nodes, which is slow for a thousand.
 */
const spanOf = (seconds: string, condition: string): string => {
  const slotSeconds = `greatest(${minSlotSeconds}, (${seconds}) / ${slotCount})`;
  return `
    SELECT node_id, load.kind, min(since) AS since, min(load.least) AS least, max(load.most) AS most,
           (sum(load.total) / sum(samples))::real AS mean, count(*) * ${slotSeconds} / (${seconds})::float8 AS coverage
    FROM (
      SELECT node_id, min(time) AS since, count(*) AS samples,
             min(cpu) AS least_cpu, max(cpu) AS most_cpu, sum(cpu::float8) AS total_cpu,
             min(mem) AS least_mem, max(mem) AS most_mem, sum(mem::float8) AS total_mem
      FROM node_metric
      WHERE time > now() - make_interval(secs => ${seconds}) AND ${condition}
      GROUP BY node_id, date_bin(make_interval(secs => ${slotSeconds}), time, 'epoch')
    ) slot
    CROSS JOIN LATERAL (VALUES ('cpu', least_cpu, most_cpu, total_cpu), ('memory', least_mem, most_mem, total_mem))
      AS load (kind, least, most, total)
    GROUP BY node_id, load.kind`;
};

/**
 * SQL: nodes that have been offline for longer than `minutes`. Time after the last note of a listening server does not count,
 * because nobody hears agents then. A node that was never online does not count as offline.
 */
const goneFor = (minutes: string): string => `(
  NOT node.is_online AND node.last_seen_at IS NOT NULL
  AND node.offline_since < (SELECT listened_at FROM cluster_listener) - make_interval(mins => ${minutes}::int))`;

/**
 * Queries over alerts of nodes, each one statement for all nodes. Samples are read once, by time, as they are indexed, and only
 * if an alert depends on them.
 */
@Injectable()
export class NodeAlertRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Ends alerts: the load went down, the node came back or was revoked, its disks are well, or the rule was switched off. */
  async end(manager: EntityManager, rules: AlertRules): Promise<AlertChange[]> {
    const [rows] = await manager.query<[AlertChange[], number]>(
      `WITH lasting AS MATERIALIZED (
         SELECT alert.id, alert.node_id, alert.kind, rule.bound
         FROM node_alert alert
         JOIN (VALUES ('cpu', $1::real), ('memory', $2::real), ('offline', $3::real), ('disk', 0)) AS rule (kind, bound)
           ON rule.kind = alert.kind
         WHERE alert.ended_at IS NULL
       ), span AS MATERIALIZED (
         ${spanOf('$5::int', `EXISTS (SELECT FROM lasting WHERE kind IN ('cpu', 'memory'))`)}
       ), calm AS (
         SELECT lasting.id
         FROM lasting JOIN span ON span.node_id = lasting.node_id AND span.kind = lasting.kind
         WHERE span.most <= lasting.bound AND span.coverage >= $6
       ), over AS (
         SELECT lasting.id, node.kind AS node_kind, node.name AS hostname,
                CASE WHEN node.secret_hash IS NULL OR lasting.bound IS NULL THEN 'unwatched'
                     WHEN calm.id IS NOT NULL OR (lasting.kind = 'offline' AND node.is_online) THEN 'recovered'
                     WHEN lasting.kind IN ('cpu', 'memory') AND ${goneFor('$4')} THEN 'unwatched'
                     WHEN lasting.kind = 'disk' AND health.is_failing IS NOT TRUE
                       THEN CASE WHEN health.problem IS NULL AND health.node_id IS NOT NULL THEN 'recovered' ELSE 'unwatched' END
                     END AS reason
         FROM lasting JOIN node ON node.id = lasting.node_id LEFT JOIN calm ON calm.id = lasting.id
         LEFT JOIN node_disk_health health ON health.node_id = lasting.node_id
       )
       UPDATE node_alert alert SET ended_at = now(), end_reason = over.reason
       FROM over WHERE alert.id = over.id AND over.reason IS NOT NULL
       RETURNING alert.node_id AS "nodeId", over.node_kind AS "nodeKind", over.hostname, alert.kind`,
      [rules.cpu, rules.memory, rules.offlineMinutes, rules.minutes, calmSeconds, minCoverage],
    );
    return rows;
  }

  /** Continues the alerts of nodes that went offline again before anybody was told that they were back. */
  async continue(manager: EntityManager, { offlineMinutes }: AlertRules): Promise<AlertChange[]> {
    const [rows] = await manager.query<[AlertChange[], number]>(
      `UPDATE node_alert alert SET ended_at = NULL, end_reason = NULL
       FROM node
       WHERE alert.ended_at IS NOT NULL AND NOT alert.is_end_told AND alert.kind = 'offline'
         AND node.id = alert.node_id AND node.secret_hash IS NOT NULL AND ${goneFor('$1')}
       RETURNING alert.node_id AS "nodeId", node.kind AS "nodeKind", node.name AS hostname, alert.kind`,
      [offlineMinutes],
    );
    return rows;
  }

  /** Has the alerts of disks that last name those that fail now; `isAnother` where one has joined that they did not name. */
  async renameDisks(manager: EntityManager): Promise<(AlertBegin & { isAnother: boolean })[]> {
    const [rows] = await manager.query<[(AlertBegin & { isAnother: boolean })[], number]>(
      `WITH changed AS (
         SELECT alert.id, alert.disks AS named, health.failing_disks, node.kind AS node_kind, node.name AS hostname
         FROM node_alert alert JOIN node ON node.id = alert.node_id
           JOIN node_disk_health health ON health.node_id = alert.node_id
         WHERE alert.kind = 'disk' AND alert.ended_at IS NULL
           AND health.failing_disks <> '{}' AND alert.disks IS DISTINCT FROM health.failing_disks
       )
       UPDATE node_alert alert SET disks = changed.failing_disks
       FROM changed WHERE alert.id = changed.id
       RETURNING alert.node_id AS "nodeId", changed.node_kind AS "nodeKind", changed.hostname, alert.kind, alert.value,
         alert.disks, coalesce(NOT changed.failing_disks <@ changed.named, false) AS "isAnother"`,
    );
    return rows;
  }

  /** Begins the alerts that are due, at most one per node and kind. */
  begin(manager: EntityManager, rules: AlertRules): Promise<AlertBegin[]> {
    return manager.query<AlertBegin[]>(
      `WITH latest AS MATERIALIZED (
         SELECT node_id, min(cpu) AS cpu, min(mem) AS mem FROM node_metric
         WHERE time > now() - make_interval(secs => $5::int) GROUP BY node_id
       ), suspect AS MATERIALIZED (
         SELECT node.id, load.kind, load.bound
         FROM latest
         JOIN node ON node.id = latest.node_id AND node.is_online AND node.secret_hash IS NOT NULL
         CROSS JOIN LATERAL (VALUES ('cpu', latest.cpu, $1::real), ('memory', latest.mem, $2::real)) AS load (kind, least, bound)
         WHERE load.least > load.bound
           AND NOT EXISTS (SELECT FROM node_alert WHERE node_id = node.id AND kind = load.kind AND ended_at IS NULL)
       ), span AS MATERIALIZED (
         ${spanOf('$4::int * 60', 'EXISTS (SELECT FROM suspect)')}
       ), begun AS (
         INSERT INTO node_alert (node_id, kind, began_at, value, disks)
         SELECT suspect.id AS node_id, suspect.kind, span.since, span.mean, NULL::text[]
         FROM suspect JOIN span ON span.node_id = suspect.id AND span.kind = suspect.kind
         WHERE span.least > suspect.bound AND span.coverage >= $6
         UNION ALL
         SELECT node.id, 'offline', node.offline_since, NULL, NULL
         FROM node
         WHERE node.secret_hash IS NOT NULL AND ${goneFor('$3')}
           AND NOT EXISTS (SELECT FROM node_alert WHERE node_id = node.id AND kind = 'offline' AND ended_at IS NULL)
         UNION ALL
         SELECT node.id, 'disk', health.time, NULL, nullif(health.failing_disks, '{}')
         FROM node JOIN node_disk_health health ON health.node_id = node.id AND health.is_failing
         WHERE node.secret_hash IS NOT NULL
           AND NOT EXISTS (SELECT FROM node_alert WHERE node_id = node.id AND kind = 'disk' AND ended_at IS NULL)
         ORDER BY node_id
         ON CONFLICT (node_id, kind) WHERE ended_at IS NULL DO NOTHING
         RETURNING node_id, kind, value, disks
       )
       SELECT node.id AS "nodeId", node.kind AS "nodeKind", node.name AS hostname, begun.kind, begun.value, begun.disks
       FROM begun JOIN node ON node.id = begun.node_id`,
      [rules.cpu, rules.memory, rules.offlineMinutes, rules.minutes, latestSeconds, minCoverage],
    );
  }

  /**
   * The ended alerts that people are told of now, marked as told. A node's return is told only once it has stayed online: until
   * then its alert may continue.
   */
  async tellEnds(manager: EntityManager, { offlineMinutes }: AlertRules): Promise<AlertEnd[]> {
    const [rows] = await manager.query<[AlertEnd[], number]>(
      `UPDATE node_alert alert SET is_end_told = true
       FROM node
       WHERE node.id = alert.node_id AND alert.ended_at IS NOT NULL AND NOT alert.is_end_told
         AND (alert.kind <> 'offline' OR alert.end_reason <> 'recovered'
              OR $1::int IS NULL OR node.secret_hash IS NULL
              OR (node.is_online AND alert.ended_at <= now() - make_interval(mins => $2)))
       RETURNING alert.node_id AS "nodeId", node.kind AS "nodeKind", node.name AS hostname, alert.kind, alert.end_reason AS reason`,
      [offlineMinutes, flapMinutes],
    );
    return rows;
  }

  /** The current alerts, of all nodes or of some. */
  async listLasting(nodeIds?: readonly string[]): Promise<Map<string, NodeAlert[]>> {
    const rows = await this.dataSource.query<
      (Omit<NodeAlert, 'disks'> & { nodeId: string; disks: string[] | null })[]
    >(
      `SELECT node_id AS "nodeId", kind, (EXTRACT(EPOCH FROM began_at) * 1000)::float8 AS since, value, disks
       FROM node_alert WHERE ended_at IS NULL AND ($1::uuid[] IS NULL OR node_id = ANY($1::uuid[]))
       ORDER BY kind`,
      [nodeIds ?? null],
    );
    const byNode = new Map<string, NodeAlert[]>();
    for (const [nodeId, alerts] of groupBy(rows, (row) => row.nodeId)) {
      byNode.set(
        nodeId,
        alerts.map(({ kind, since, value, disks }) => ({
          kind,
          since: Math.round(since),
          value,
          ...(disks && { disks }),
        })),
      );
    }
    return byNode;
  }

  /** Drops alerts that ended before the given time. */
  async prune(before: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM node_alert WHERE ended_at < $1', [before]);
  }
}
