import { Injectable } from '@nestjs/common';
import {
  limits,
  type ApplicationAction,
  type ApplicationNode,
  type FoundPrograms,
  type NodeKind,
  type PlannedNode,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Manifest } from './catalogue/manifest.js';

/** Counts of the nodes of an application's kinds. */
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
  /** The actions of these runs, each once. */
  failedActions: ApplicationAction[];
}

/** A node of an application's kinds, or one that was deleted while it ran a script. `reason`: a code from `run-reasons.ts`. */
export type NodeRow = Omit<ApplicationNode, 'message'> & { reason: string };

/** A node of an application's kinds that an action would apply to if it were online. */
export type PlannedRow = Omit<PlannedNode, 'state' | 'action'> & {
  online: boolean;
  /** The action of its last run, if that failed. */
  failed: ApplicationAction | null;
  mayStillRun: boolean;
};

/** The last run of an application on a node. */
interface LastRun {
  runId: string;
  outputBytes: number;
  isOver: boolean;
}

/** A node that a decision applies to. `failed`: the action of its last run, if that failed. */
export interface TargetNode {
  id: string;
  name: string;
  kind: NodeKind;
  failed: ApplicationAction | null;
  mayStillRun: boolean;
}

/** A new node counts as online for a minute before its agent has connected; such a node cannot run anything. */
const isOnline = 'node.is_online AND node.last_seen_at IS NOT NULL';
/** Of a failed run: its script may have started, so it may have left something on the node. */
const mayHaveRun = `(run.started_at IS NOT NULL OR run.reason = 'NODE_SILENT')`;
const isRemovable = `(has.version IS NOT NULL OR (run.state = 'failed' AND ${mayHaveRun}))`;
const mayStillRun = `coalesce(run.state = 'failed' AND run.may_run_until > now(), false)`;
const epochMs = (column: string): string => `floor(EXTRACT(EPOCH FROM ${column}) * 1000)::float8`;

/** Queries over applications on nodes: what is installed where, and the last runs. */
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

  /** The nodes of an application's kinds by name, and those that were deleted while they ran a script. */
  async listNodes({ name, kinds, program }: Manifest): Promise<NodeRow[]> {
    return this.dataSource.query(
      `SELECT node.id AS "nodeId", coalesce(node.name, run.node_name) AS "nodeName",
              coalesce(node.kind, run.node_kind) AS kind, coalesce(${isOnline}, false) AS online,
              has.version AS "installedVersion", (node.programs ->> $4)::boolean AS "isOnHost", run.id AS "runId", run.action, coalesce(run.state, 'none') AS state,
              coalesce(run.reason, '') AS reason, run.exit_code AS "exitCode", ${mayStillRun} AS "mayStillRun",
              ${epochMs('run.started_at')} AS "startedAt", ${epochMs('run.ended_at')} AS "endedAt",
              coalesce(run.output_bytes, 0) AS "outputBytes"
       FROM (SELECT * FROM node WHERE kind = ANY($2)) AS node
       FULL JOIN (SELECT * FROM application_run WHERE application = $1) AS run ON run.node_id = node.id
       LEFT JOIN application_node AS has ON has.node_id = node.id AND has.application = $1
       WHERE node.id IS NOT NULL OR run.node_id IS NULL
       ORDER BY 2, 1 LIMIT $3`,
      [name, kinds, limits.applicationNodesInList, program ?? null],
    );
  }

  /** The nodes that an action would apply to, by name, with those that are offline. */
  async listPlanned(
    { name, kinds, program }: Manifest,
    action: ApplicationAction | 'retry',
  ): Promise<PlannedRow[]> {
    return this.dataSource.query(
      `SELECT node.id AS "nodeId", node.name AS "nodeName", node.kind, coalesce(${isOnline}, false) AS online,
              has.version AS "installedVersion", (node.programs ->> $4)::boolean AS "isOnHost", CASE run.state WHEN 'failed' THEN run.action END AS failed,
              ${mayStillRun} AS "mayStillRun"
       FROM node
       LEFT JOIN application_node AS has ON has.node_id = node.id AND has.application = $1
       LEFT JOIN application_run AS run ON run.node_id = node.id AND run.application = $1
       WHERE node.kind = ANY($2) AND (${meant[action]})
       ORDER BY node.name, node.id LIMIT $3`,
      [name, kinds, limits.applicationNodesInList, program ?? null],
    );
  }

  /** Notes which programs of applications an agent has found on its node. */
  async notePrograms(nodeId: string, programs: FoundPrograms): Promise<void> {
    await this.dataSource.query(
      'UPDATE node SET programs = $2::jsonb WHERE id = $1 AND programs IS DISTINCT FROM $2::jsonb',
      [nodeId, JSON.stringify(programs)],
    );
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
   * The online nodes that a decision applies to, none of which is deleted before the transaction ends. `install`: all nodes of its
   * kinds; `uninstall`: those that have it, or where a failed script may have left something; `update`: those that have it; `retry`:
   * those where a script failed.
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

  /** Removes failures of scripts that never ran, since their action is no longer wanted. */
  async forgetRefused(manager: EntityManager, name: string): Promise<void> {
    await manager.query(
      `DELETE FROM application_run AS run WHERE application = $1 AND state = 'failed' AND NOT ${mayHaveRun}`,
      [name],
    );
  }

  /** Replaces the last runs on these nodes with new ones; runs on deleted nodes are removed, too. */
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

  /** Whether there is such a run now, so that its output may be watched. */
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
