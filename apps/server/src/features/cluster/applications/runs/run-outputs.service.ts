import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { audience } from '../../../../platform/realtime/audience.js';
import { Realtime } from '../../../../platform/realtime/realtime.service.js';
import { isUuid } from '../../../../platform/database/is-uuid.js';
import { ScriptOutputs, type OutputPiece } from '../../../../platform/script-outputs.js';
import { Timings } from '../../../../platform/timings.js';
import { isAtWork, isUnsettled } from './run.repository.js';

/** The stored output of the scripts of applications. */
@Injectable()
export class RunOutputs extends ScriptOutputs {
  constructor(dataSource: DataSource, realtime: Realtime, { nodes }: Timings) {
    const tables = { scripts: 'application_run', pieces: 'application_output', key: 'run_id' };
    super(dataSource, tables, nodes.applicationOutputMs, ({ nextOffset }, runId) =>
      realtime.publish('applicationOutput', audience.topic({ topic: 'application-run', runId }), {
        runId,
        nextOffset,
      }),
    );
  }

  /**
   * Output shows that the script is at work; a lost run stays lost until its end is reported. @returns where the stored output ends
   * now; null when the node has no such run, or it is over
   */
  async append(nodeId: string, runId: string, piece: OutputPiece): Promise<number | null> {
    return !isUuid(runId)
      ? null
      : this.store(runId, piece, {
          isCurrent: `node_id = $4 AND ${isUnsettled}`,
          parameters: [nodeId],
          changes: `, heard_at = now(), started_at = coalesce(started_at, now()),
             state = CASE WHEN ${isAtWork} THEN 'running' ELSE state END,
             reason = CASE WHEN ${isAtWork} THEN '' ELSE reason END,
             ended_at = CASE WHEN ${isAtWork} THEN NULL ELSE ended_at END,
             may_run_until = CASE WHEN ${isAtWork} THEN NULL ELSE may_run_until END`,
        });
  }
}
