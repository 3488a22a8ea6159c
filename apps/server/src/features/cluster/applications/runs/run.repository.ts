import { Injectable } from '@nestjs/common';
import { limits, type RunApplication } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { isUuid } from '../../../../platform/database/is-uuid.js';
import type { RunReason } from './run-reasons.js';

/** A node that did not answer, or answered "later", is asked again after this time. */
const askAgainMs = 10_000;
/** The node of a running script that was silent for this long is asked again. */
const quietMs = 60_000;
/** A node that is asked and never answers, or is never there to be asked, has failed after this time. */
const answerWithinMs = 10 * 60_000;
/** The same for a node that keeps answering "later". */
const waitAtMostMs = 6 * 3_600_000;
/** How long to wait for a script's end to be reported: its host may have been offline when it ended. */
const endWithinMs = limits.applicationRunMs + 15 * 60_000;
/** How long a script that was sent may run, with the time its host needs to start it after the command and to end it. */
const mayRunMs = limits.applicationRunMs + 2 * 60_000;

/** A run whose node is to be asked now. */
export interface DueRun extends RunApplication {
  nodeId: string;
}

/** A run that has just ended. */
export interface EndedRun {
  application: string;
  version: string;
  action: RunApplication['action'];
}

const ms = (value: number): string => `interval '${String(value)} milliseconds'`;
const isOpen = `run.state IN ('waiting', 'asked', 'running')`;
/** Another script runs on the node, or comes first: a host runs one at a time, in the order of the decisions. */
const isBehind = `EXISTS (
  SELECT FROM application_run AS other
  WHERE other.node_id = run.node_id AND other.id <> run.id
    AND (other.state IN ('asked', 'running')
         OR (other.state = 'waiting' AND (other.created_at, other.id) < (run.created_at, run.id))))`;
/** Its agent may still report about it: it is not known to have ended there. */
export const isUnsettled = `(${isOpen} OR (run.state = 'failed' AND run.reason IN ('NODE_SILENT', 'NODE_LOST')))`;

/**
 * It is open, or was given up without an answer and its script may be running. A run that was lost while its script ran does not
 * become open again by output: its application would stay locked for as long as its agent sends a byte now and then.
 */
export const isAtWork = `(${isOpen} OR (run.reason = 'NODE_SILENT' AND run.may_run_until > now()))`;

/** Runs that waited behind the `changed` ones on the same nodes wait for their node alone from now on. */
const nextWaits = `next AS (
  UPDATE application_run SET waits_since = now()
  WHERE state = 'waiting' AND node_id IN (SELECT node_id FROM changed) AND id NOT IN (SELECT id FROM changed))`;

/** The life of runs, each step one statement; a late step changes nothing. */
@Injectable()
export class RunRepository {
  /** Whether a run waits for anything, as SQL. */
  readonly openCondition = `EXISTS (SELECT FROM application_run AS run WHERE ${isOpen})`;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Takes the runs whose nodes are to be asked now: first those that were never asked, then those asked longest ago, so that nodes
   * that do not answer hold up no others. Two processes never take the same run. Nodes without a connection are not asked, so that
   * nothing is sent that could arrive unnoticed.
   */
  async takeDue(most: number): Promise<DueRun[]> {
    const [rows] = await this.dataSource.query<[DueRun[], number]>(
      `WITH due AS (
         SELECT run.id FROM application_run AS run JOIN node ON node.id = run.node_id
         WHERE node.is_online AND node.connection_id IS NOT NULL AND (
           (run.state IN ('waiting', 'asked') AND NOT ${isBehind}
            AND (run.asked_at IS NULL OR run.asked_at <= now() - ${ms(askAgainMs)}))
           OR (run.state = 'running' AND greatest(run.heard_at, run.asked_at) <= now() - ${ms(quietMs)})
         )
         ORDER BY run.asked_at NULLS FIRST, run.created_at, run.id
         LIMIT $1 FOR UPDATE OF run SKIP LOCKED
       )
       UPDATE application_run AS run
       SET asked_at = now(), state = CASE run.state WHEN 'waiting' THEN 'asked' ELSE run.state END
       FROM due WHERE run.id = due.id
       RETURNING run.id AS "runId", run.node_id AS "nodeId", run.application AS name, run.version, run.action, run.script`,
      [most],
    );
    return rows;
  }

  /**
   * Stores the agent's answer. `running`: it has stored the run, whose script may have ended already; `waiting`: it may take it
   * later; `failed`: it never will, so the script did not run and the node is unchanged. @returns whether that was new
   */
  async answered(
    id: string,
    state: 'running' | 'waiting' | 'failed',
    reason: RunReason | '',
  ): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `WITH changed AS (
         UPDATE application_run AS run
         SET state = $2, reason = $3, heard_at = now(), waits_since = now(),
             started_at = CASE WHEN $2 = 'running' THEN coalesce(started_at, now()) ELSE started_at END,
             ended_at = CASE WHEN $2 = 'failed' THEN now() END
         WHERE id = $1 AND state IN ('asked', 'running') RETURNING id, node_id
       ), ${nextWaits}
       SELECT id FROM changed`,
      [id, state, reason],
    );
    return rows.length > 0;
  }

  /**
   * Ends runs that wait in vain: their node was deleted, never came online, does not answer, or went silent.
   * @returns their applications
   */
  async expire(): Promise<string[]> {
    const rows = await this.dataSource.query<{ application: string }[]>(
      `WITH changed AS (
         UPDATE application_run AS run
         SET state = 'failed', ended_at = now(),
             reason = CASE WHEN run.node_id IS NULL THEN 'NODE_DELETED'
                           WHEN run.state = 'running' THEN 'NODE_LOST'
                           WHEN run.state = 'asked' THEN 'NODE_SILENT'
                           WHEN run.reason <> '' THEN run.reason ELSE 'NODE_AWAY' END,
             may_run_until = CASE WHEN run.node_id IS NOT NULL AND run.state <> 'waiting'
                                  THEN run.asked_at + ${ms(mayRunMs)} END
         WHERE ${isOpen} AND (
           run.node_id IS NULL
           OR (run.state = 'running' AND run.started_at <= now() - ${ms(endWithinMs)})
           OR (run.state <> 'running' AND (
             (run.waits_since <= now() - ${ms(answerWithinMs)} AND NOT ${isBehind})
             OR run.created_at <= now() - ${ms(waitAtMostMs)}))
         ) RETURNING run.id, run.application, run.node_id
       ), ${nextWaits}
       SELECT DISTINCT application FROM changed`,
    );
    return rows.map(({ application }) => application);
  }

  /** @returns null when the node has no such run, or its end is known already */
  async end(
    manager: EntityManager,
    nodeId: string,
    id: string,
    end: { state: 'succeeded' | 'failed'; reason: RunReason | ''; exitCode: number | null },
  ): Promise<EndedRun | null> {
    if (!isUuid(id)) {
      return null;
    }
    // Locks in the order of a node's deletion: first the node, then what refers to it.
    await manager.query('SELECT FROM node WHERE id = $1 FOR KEY SHARE', [nodeId]);
    const [run = null] = await manager.query<EndedRun[]>(
      `WITH changed AS (
         UPDATE application_run AS run
         SET state = $3, reason = $4, exit_code = $5, ended_at = now(), heard_at = now(), may_run_until = NULL,
             started_at = coalesce(started_at, now())
         WHERE id = $1 AND node_id = $2 AND ${isUnsettled}
         RETURNING id, node_id, application, version, action
       ), ${nextWaits}
       SELECT application, version, action FROM changed`,
      [id, nodeId, end.state, end.reason, end.exitCode],
    );
    return run;
  }

  /** The bytes of output that are stored of each of these runs that the node has. */
  async outputBytes(nodeId: string, ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.dataSource.query<{ id: string; bytes: string }[]>(
      `SELECT id, output_bytes AS bytes FROM application_run
       WHERE node_id = $1 AND id = ANY($2::uuid[])`,
      [nodeId, ids.filter((id) => isUuid(id))],
    );
    return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
  }

  /** Notes the version installed on the node; null: none for certain. */
  async setInstalled(
    manager: EntityManager,
    application: string,
    nodeId: string,
    version: string | null,
  ): Promise<void> {
    if (version === null) {
      await manager.query('DELETE FROM application_node WHERE application = $1 AND node_id = $2', [
        application,
        nodeId,
      ]);
      return;
    }
    await manager.query(
      `INSERT INTO application_node (application, node_id, version) VALUES ($1, $2, $3)
       ON CONFLICT (application, node_id) DO UPDATE SET version = excluded.version, installed_at = now()`,
      [application, nodeId, version],
    );
  }
}
