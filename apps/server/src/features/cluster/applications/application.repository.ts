import { Injectable } from '@nestjs/common';
import {
  limits,
  type ApplicationAction,
  type ApplicationNode,
  type NodeKind,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import type { Manifest } from './catalogue/manifest.js';

/** How many nodes of an application's kinds are what. */
export interface ApplicationCounts {
  online: number;
  installed: number;
  outdated: number;
  failed: number;
  working: number;
  removable: number;
  updatable: number;
  retryable: number;
  /** Why their last runs failed, each reason once. */
  reasons: string[];
  /** What they were to do, each once. */
  failedActions: ApplicationAction[];
}

/** One node of an application's kinds, or one that was deleted while it was at work. `reason`: a code of `run-reasons.ts`. */
export type NodeRow = Omit<ApplicationNode, 'message'> & { reason: string };

/** The last run of an application on a node. */
interface LastRun {
  runId: string;
  outputBytes: number;
  isOver: boolean;
}

/** A node that a decision means. `failed`: the action of its last run, which failed. */
export interface TargetNode {
  id: string;
  name: string;
  kind: NodeKind;
  failed: ApplicationAction | null;
  mayStillRun: boolean;
}

/** A node is there once it was heard from: the minute of grace for new ones brings no agent. */
const isOnline = 'node.is_online AND node.last_seen_at IS NOT NULL';
/** Of a failed run: its script was begun, as far as anybody can know, so that something of it may be on the node. */
const mayHaveRun = `(run.started_at IS NOT NULL OR run.reason = 'NODE_SILENT')`;
const isRemovable = `(has.version IS NOT NULL OR (run.state = 'failed' AND ${mayHaveRun}))`;
const mayStillRun = `coalesce(run.state = 'failed' AND run.may_run_until > now(), false)`;
const epochMs = (column: string): string => `floor(EXTRACT(EPOCH FROM ${column}) * 1000)::float8`;

/** What is where: of nodes, what was put there, and the last runs. */
@Injectable()
export class ApplicationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By the name of the application. */
  async count(manifests: readonly Manifest[]): Promise<Map<string, ApplicationCounts>> {
    const rows = await this.dataSource.query<(ApplicationCounts & { name: string })[]>(
      `SELECT app.name,
         count(*) FILTER (WHERE there)::int AS online,
         count(*) FILTER (WHERE there AND has.version = app.version)::int AS installed,
         count(*) FILTER (WHERE there AND has.version <> app.version)::int AS outdated,
         count(*) FILTER (WHERE there AND run.state = 'failed')::int AS failed,
         count(*) FILTER (WHERE run.state IN ('waiting', 'asked', 'running'))::int AS working,
         count(*) FILTER (WHERE there AND ${isRemovable})::int AS removable,
         count(*) FILTER (WHERE there AND has.version IS NOT NULL)::int AS updatable,
         count(*) FILTER (WHERE there AND run.state = 'failed' AND NOT ${mayStillRun})::int AS retryable,
         coalesce(array_agg(DISTINCT run.reason) FILTER (WHERE there AND run.state = 'failed'), '{}') AS reasons,
         coalesce(array_agg(DISTINCT run.action) FILTER (WHERE there AND run.state = 'failed'), '{}') AS "failedActions"
       FROM jsonb_to_recordset($1::jsonb) AS app (name text, version text, kinds jsonb)
       LEFT JOIN (SELECT id, kind, ${isOnline} AS there FROM node) AS node ON app.kinds ? node.kind
       LEFT JOIN application_node AS has ON has.node_id = node.id AND has.application = app.name
       LEFT JOIN application_run AS run ON run.node_id = node.id AND run.application = app.name
       GROUP BY app.name`,
      [JSON.stringify(manifests.map(({ name, version, kinds }) => ({ name, version, kinds })))],
    );
    return new Map(rows.map((row) => [row.name, row]));
  }

  /** The nodes of an application's kinds by name, and those that were deleted while they were at work. */
  async listNodes({ name, kinds }: Manifest): Promise<NodeRow[]> {
    return this.dataSource.query(
      `SELECT node.id AS "nodeId", coalesce(node.name, run.node_name) AS "nodeName",
              coalesce(node.kind, run.node_kind) AS kind, coalesce(${isOnline}, false) AS online,
              has.version AS "installedVersion", run.id AS "runId", run.action, coalesce(run.state, 'none') AS state,
              coalesce(run.reason, '') AS reason, run.exit_code AS "exitCode", ${mayStillRun} AS "mayStillRun",
              ${epochMs('run.started_at')} AS "startedAt", ${epochMs('run.ended_at')} AS "endedAt",
              coalesce(run.output_bytes, 0) AS "outputBytes"
       FROM (SELECT * FROM node WHERE kind = ANY($2)) AS node
       FULL JOIN (SELECT * FROM application_run WHERE application = $1) AS run ON run.node_id = node.id
       LEFT JOIN application_node AS has ON has.node_id = node.id AND has.application = $1
       WHERE node.id IS NOT NULL OR run.node_id IS NULL
       ORDER BY 2, 1 LIMIT $3`,
      [name, kinds, limits.applicationNodesInList],
    );
  }

  /** One decision of an application at a time. */
  async lock(manager: EntityManager, name: string): Promise<void> {
    await lockInTransaction(manager, 'nodeApplication', name);
  }

  async isWorking(manager: EntityManager, name: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM application_run
       WHERE application = $1 AND node_id IS NOT NULL AND state IN ('waiting', 'asked', 'running') LIMIT 1`,
      [name],
    );
    return rows.length > 0;
  }

  /**
   * The online nodes that a decision means, none of which is deleted before the transaction ends. `install`: all of its kinds;
   * `uninstall`: that have it, or where a script failed that may have left something; `update`: that have it; `retry`: where something failed.
   */
  async lockTargets(
    manager: EntityManager,
    { name, kinds }: Manifest,
    action: ApplicationAction | 'retry',
  ): Promise<TargetNode[]> {
    return manager.query(
      `SELECT node.id, node.name, node.kind, CASE run.state WHEN 'failed' THEN run.action END AS failed,
              ${mayStillRun} AS "mayStillRun"
       FROM node
       LEFT JOIN application_node AS has ON has.node_id = node.id AND has.application = $1
       LEFT JOIN application_run AS run ON run.node_id = node.id AND run.application = $1
       WHERE node.kind = ANY($2) AND ${isOnline} AND (${meant[action]})
       ORDER BY node.id FOR KEY SHARE OF node`,
      [name, kinds],
    );
  }

  /** Failures of scripts that never ran are of no interest any more: what they were to do is not wanted. */
  async forgetRefused(manager: EntityManager, name: string): Promise<void> {
    await manager.query(
      `DELETE FROM application_run AS run WHERE application = $1 AND state = 'failed' AND NOT ${mayHaveRun}`,
      [name],
    );
  }

  /** New runs in the place of the last ones of these nodes; those of nodes that are gone go, too. */
  async replaceRuns(
    manager: EntityManager,
    { name, version }: Manifest,
    runs: readonly { node: TargetNode; action: ApplicationAction; script: string }[],
  ): Promise<void> {
    await manager.query(
      `DELETE FROM application_run WHERE application = $1 AND (node_id IS NULL OR node_id = ANY($2::uuid[]))`,
      [name, runs.map(({ node }) => node.id)],
    );
    await manager.query(
      `INSERT INTO application_run (application, version, action, script, node_id, node_name, node_kind)
       SELECT $1, $2, action, $3::jsonb ->> action, id, name, kind
       FROM jsonb_to_recordset($4::jsonb) AS run (id uuid, name text, kind text, action text)`,
      [
        name,
        version,
        JSON.stringify(Object.fromEntries(runs.map(({ action, script }) => [action, script]))),
        JSON.stringify(runs.map(({ node, action }) => ({ ...node, action }))),
      ],
    );
  }

  /** The last run of an application on a node. */
  async findRun(name: string, nodeId: string): Promise<LastRun | null> {
    const [run = null] = await this.dataSource.query<LastRun[]>(
      `SELECT id AS "runId", output_bytes AS "outputBytes", state IN ('succeeded', 'failed') AS "isOver"
       FROM application_run WHERE application = $1 AND node_id = $2`,
      [name, nodeId],
    );
    return run;
  }

  /** Whether there is such a run now: its output may be watched. */
  async hasRun(runId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT FROM application_run WHERE id = $1',
      [runId],
    );
    return rows.length > 0;
  }
}

const meant: Record<ApplicationAction | 'retry', string> = {
  install: 'true',
  uninstall: isRemovable,
  update: 'has.version IS NOT NULL',
  retry: `run.state = 'failed'`,
};
