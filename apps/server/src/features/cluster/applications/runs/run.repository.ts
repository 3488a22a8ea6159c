import { Injectable } from '@nestjs/common';
import type { ApplicationEnded, ApplicationOutput, RunApplication } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { RunReason } from './run-reasons.js';
import {
  answerWithinMs,
  askAgainMs,
  endWithinMs,
  mayRunMs,
  quietMs,
  waitAtMostMs,
} from './run-times.js';

/** A run that its node is to be asked for now. */
export interface DueRun extends RunApplication {
  nodeId: string;
}

/** The run that an event of an agent ended. */
export interface EndedRun {
  application: string;
  version: string;
  action: RunApplication['action'];
}

const ms = (value: number): string => `interval '${String(value)} milliseconds'`;
const isOpen = `run.state IN ('waiting', 'asked', 'running')`;
/** A script is at work on the node, or is to come before this one: a host has one at a time, in the order of the decisions. */
const isBehind = `EXISTS (
  SELECT FROM application_run AS other
  WHERE other.node_id = run.node_id AND other.id <> run.id
    AND (other.state IN ('asked', 'running')
         OR (other.state = 'waiting' AND (other.created_at, other.id) < (run.created_at, run.id))))`;
/** Its agent may still report about it: as far as is known it has not ended there. */
const isUnsettled = `(${isOpen} OR (run.state = 'failed' AND run.reason IN ('NODE_SILENT', 'NODE_LOST')))`;

/**
 * It was given up without an answer, and its script may be at work. One that was lost while it ran does not come back by a piece of
 * output: its application would be locked for as long as its agent says a byte now and then.
 */
const isLateAtWork = `(run.reason = 'NODE_SILENT' AND run.may_run_until > now())`;

/** The life of runs, each step one statement; a step that comes late changes nothing. */
@Injectable()
export class RunRepository {
  /** Whether a run waits for anything, as SQL. */
  readonly openCondition = `EXISTS (SELECT FROM application_run AS run WHERE ${isOpen})`;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Takes runs whose nodes are to be asked now: those that were never asked first, then those asked longest ago, so that nodes
   * that do not answer keep nobody waiting. Two processes never take the same. Nodes without a connection are not asked: what
   * was not sent cannot arrive.
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

  /** The agent has it safely. It may have ended already. @returns whether that was new */
  async accepted(id: string): Promise<boolean> {
    return this.change(
      `UPDATE application_run AS run
       SET state = 'running', reason = '', heard_at = now(), started_at = coalesce(started_at, now())
       WHERE id = $1 AND state IN ('asked', 'running') RETURNING state`,
      [id],
    );
  }

  /** The agent does not have it, and may take it later. */
  async putOff(id: string, reason: RunReason): Promise<boolean> {
    return this.change(
      `UPDATE application_run AS run SET state = 'waiting', reason = $2, waits_since = now()
       WHERE id = $1 AND state IN ('asked', 'running') RETURNING state`,
      [id, reason],
    );
  }

  /** The agent does not have it and never will: the script did not run, and what is on the node is what was there. */
  async refused(id: string, reason: RunReason): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[{ nodeId: string }[], number]>(
        `UPDATE application_run AS run
         SET state = 'failed', reason = $2, ended_at = now(), may_run_until = NULL
         WHERE id = $1 AND state IN ('asked', 'running') RETURNING node_id AS "nodeId"`,
        [id, reason],
      );
      await this.nextMayGo(
        manager,
        rows.map(({ nodeId }) => nodeId),
      );
      return rows.length > 0;
    });
  }

  /** Ends runs that wait in vain: their node is gone, was never there, does not answer, or is not heard from any more. */
  async expire(): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ application: string; nodeId: string }[], number]>(
      `UPDATE application_run AS run
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
       ) RETURNING run.application, run.node_id AS "nodeId"`,
    );
    await this.nextMayGo(
      this.dataSource.manager,
      rows.map(({ nodeId }) => nodeId),
    );
    return rows.map(({ application }) => application);
  }

  /**
   * Stores a piece where the stored output ends, or what is new of it. A lost run stays lost until its end is told. @returns where it ends now; null when the node has no
   * such run, or it is over
   */
  async append(nodeId: string, { runId, offset, data }: ApplicationOutput): Promise<number | null> {
    const [row] = await this.dataSource.query<{ nextOffset: number }[]>(
      `WITH current AS (
         SELECT id, output_bytes AS have, (${isOpen} OR ${isLateAtWork}) AS works FROM application_run AS run
         WHERE id = $1 AND node_id = $2 AND ${isUnsettled} FOR UPDATE
       ), grown AS (
         UPDATE application_run AS run
         SET output_bytes = $3::int + length($4::bytea), heard_at = now(),
             started_at = coalesce(started_at, now()),
             state = CASE WHEN works THEN 'running' ELSE state END,
             reason = CASE WHEN works THEN '' ELSE reason END,
             ended_at = CASE WHEN works THEN NULL ELSE ended_at END,
             may_run_until = CASE WHEN works THEN NULL ELSE may_run_until END
         FROM current
         WHERE run.id = current.id AND $3::int <= current.have AND $3::int + length($4::bytea) > current.have
         RETURNING run.id, current.have, run.output_bytes
       ), piece AS (
         INSERT INTO application_output (run_id, start_byte, data)
         SELECT id, have, substring($4::bytea FROM have - $3::int + 1) FROM grown
       )
       SELECT coalesce(grown.output_bytes, current.have) AS "nextOffset"
       FROM current LEFT JOIN grown ON grown.id = current.id`,
      [runId, nodeId, offset, Buffer.from(data)],
    );
    return row?.nextOffset ?? null;
  }

  /** @returns null when the node has no such run, or its end is known already */
  async end(
    manager: EntityManager,
    nodeId: string,
    { runId, exitCode }: ApplicationEnded,
    outcome: { state: 'succeeded' | 'failed'; reason: RunReason | '' },
  ): Promise<EndedRun | null> {
    // In the order in which a deletion of the node takes them: first the node, then what refers to it.
    await manager.query('SELECT FROM node WHERE id = $1 FOR KEY SHARE', [nodeId]);
    const [rows] = await manager.query<[EndedRun[], number]>(
      `UPDATE application_run AS run
       SET state = $3, reason = $4, exit_code = $5, ended_at = now(), heard_at = now(), may_run_until = NULL,
           started_at = coalesce(started_at, now())
       WHERE id = $1 AND node_id = $2 AND ${isUnsettled}
       RETURNING application, version, action`,
      [runId, nodeId, outcome.state, outcome.reason, exitCode],
    );
    await this.nextMayGo(manager, [nodeId]);
    return rows[0] ?? null;
  }

  /** From now on this version is on the node; null: none, as far as is certain. */
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

  /** What waited behind something else waits for its node alone from now on. */
  private async nextMayGo(manager: EntityManager, nodeIds: readonly string[]): Promise<void> {
    if (nodeIds.length > 0) {
      await manager.query(
        `UPDATE application_run SET waits_since = now() WHERE state = 'waiting' AND node_id = ANY($1::uuid[])`,
        [nodeIds],
      );
    }
  }

  private async change(sql: string, parameters: unknown[]): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(sql, parameters);
    return rows.length > 0;
  }
}
