import { Injectable } from '@nestjs/common';
import { limits, type ApplicationAction, type NodeKind } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { characterAt } from '../../../platform/output-text.js';
import type { Manifest } from './catalogue/manifest.js';
import type { StoredRunState } from './application-run.entity.js';

/** How many nodes of an application's kinds are what. */
export interface ApplicationCounts {
  name: string;
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

/** One node of an application's kinds, or one that was deleted while it was at work. */
export interface NodeRow {
  nodeId: string | null;
  nodeName: string;
  kind: NodeKind;
  online: boolean;
  installedVersion: string | null;
  runId: string | null;
  action: ApplicationAction | null;
  state: StoredRunState | null;
  reason: string | null;
  exitCode: number | null;
  mayStillRun: boolean | null;
  startedAt: Date | null;
  endedAt: Date | null;
  outputBytes: number | null;
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

/** What is where: of nodes, what was put there, and the last runs. */
@Injectable()
export class ApplicationRepository {
  constructor(private readonly dataSource: DataSource) {}

  async count(manifests: readonly Manifest[]): Promise<ApplicationCounts[]> {
    return this.dataSource.query(
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
       JOIN (SELECT id, kind, ${isOnline} AS there FROM node) AS node ON app.kinds ? node.kind
       LEFT JOIN application_node AS has ON has.node_id = node.id AND has.application = app.name
       LEFT JOIN application_run AS run ON run.node_id = node.id AND run.application = app.name
       GROUP BY app.name`,
      [JSON.stringify(manifests.map(({ name, version, kinds }) => ({ name, version, kinds })))],
    );
  }

  /** The nodes of an application's kinds by name, and those that were deleted while they were at work. */
  async listNodes({ name, kinds }: Manifest): Promise<NodeRow[]> {
    return this.dataSource.query(
      `SELECT node.id AS "nodeId", coalesce(node.name, run.node_name) AS "nodeName",
              coalesce(node.kind, run.node_kind) AS kind, coalesce(${isOnline}, false) AS online,
              has.version AS "installedVersion", run.id AS "runId", run.action, run.state, run.reason,
              run.exit_code AS "exitCode", ${mayStillRun} AS "mayStillRun", run.started_at AS "startedAt",
              run.ended_at AS "endedAt", run.output_bytes AS "outputBytes"
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
        JSON.stringify(
          runs.map(({ node: { id, name: nodeName, kind }, action }) => ({
            ...{ id, name: nodeName, kind, action },
          })),
        ),
      ],
    );
  }

  /** The last run of an application on a node, with its output from a byte offset on; null: there is none. */
  async readOutput(
    name: string,
    nodeId: string,
    offset: number,
  ): Promise<{
    runId: string;
    state: StoredRunState;
    outputBytes: number;
    offset: number;
    data: Buffer;
  } | null> {
    const rows = await this.dataSource.query<
      {
        runId: string;
        state: StoredRunState;
        outputBytes: number;
        startByte: number | null;
        data: Buffer | null;
      }[]
    >(
      `SELECT run.id AS "runId", run.state, run.output_bytes AS "outputBytes", piece.start_byte AS "startByte", piece.data
       FROM application_run AS run
       LEFT JOIN application_output AS piece ON piece.run_id = run.id
         AND piece.start_byte < $3::int + $4::int AND piece.start_byte + length(piece.data) > $3::int
       WHERE run.application = $1 AND run.node_id = $2 ORDER BY piece.start_byte`,
      [
        name,
        nodeId,
        Math.min(offset, limits.applicationOutputBytes * 2),
        limits.applicationOutputPageBytes,
      ],
    );
    const [first] = rows;
    if (!first) {
      return null;
    }
    const pieces = Buffer.concat(rows.map(({ data }) => data ?? Buffer.alloc(0)));
    const start = first.startByte ?? offset;
    const place = characterAt(pieces, offset - start);
    const { runId, state, outputBytes } = first;
    return { runId, state, outputBytes, offset: start + place, data: pieces.subarray(place) };
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
