import { Injectable } from '@nestjs/common';
import {
  type DiskHealth,
  type DiskProblem,
  type HostDiskHealth,
  type HostHistory,
  isFailing,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';

/** The disks of one host, as its agent read them. */
export interface NodeDiskHealth extends HostDiskHealth {
  nodeId: string;
}

type KeptDiskHealth = NonNullable<HostHistory['diskHealth']>;
type KeptDisk = KeptDiskHealth['disks'][number];

/** A disk that is there and says nothing at this moment is what it was: what it told last stays. */
const passing: readonly (DiskProblem | undefined)[] = ['asleep', 'noAnswer'];

function keep(disk: DiskHealth, time: number, before: readonly KeptDisk[]): KeptDisk {
  const last = passing.includes(disk.problem)
    ? before.find(({ name, readAt }) => name === disk.name && readAt !== null)
    : undefined;
  return last
    ? { ...last, problem: disk.problem }
    : { ...disk, readAt: disk.problem === undefined ? time : null };
}

/** Stores and reads how the disks of hosts are: of each host what its agent read last. */
@Injectable()
export class DiskHealthRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of several reports of one host the last is kept; those of a node that is not there are not. */
  async store(reports: readonly NodeDiskHealth[]): Promise<void> {
    const byNode = new Map(reports.map((report) => [report.nodeId, report]));
    const before = await this.list([...byNode.keys()]);
    const rows = [...byNode.values()].map(({ nodeId, time, problem, disks }) => {
      const known = before.get(nodeId)?.disks ?? [];
      const kept = disks.map((disk) => keep(disk, time, known));
      const failing = kept.filter(isFailing).map(({ name }) => name);
      // As JSON: the arrays in an array of arrays are of one length.
      return { nodeId, time, problem, kept, failing: JSON.stringify([...new Set(failing)].sort()) };
    });
    await this.dataSource.query(
      `INSERT INTO node_disk_health (node_id, time, problem, disks, is_failing, failing_disks)
       SELECT node_id, to_timestamp(ms / 1000.0), problem, disks, failing <> '[]',
         ARRAY(SELECT jsonb_array_elements_text(failing))
       FROM unnest($1::uuid[], $2::float8[], $3::text[], $4::jsonb[], $5::jsonb[])
         AS told (node_id, ms, problem, disks, failing)
       JOIN node ON node.id = told.node_id
       ORDER BY node_id
       ON CONFLICT (node_id) DO UPDATE
         SET time = excluded.time, problem = excluded.problem, disks = excluded.disks, is_failing = excluded.is_failing,
           failing_disks = excluded.failing_disks`,
      [
        rows.map(({ nodeId }) => nodeId),
        rows.map(({ time }) => time),
        rows.map(({ problem }) => problem),
        rows.map(({ kept }) => JSON.stringify(kept)),
        rows.map(({ failing }) => failing),
      ],
    );
  }

  /** What was told of a host; null: nothing. */
  async find(nodeId: string): Promise<KeptDiskHealth | null> {
    return (await this.list([nodeId])).get(nodeId) ?? null;
  }

  private async list(nodeIds: readonly string[]): Promise<Map<string, KeptDiskHealth>> {
    const rows = await this.dataSource.query<(KeptDiskHealth & { nodeId: string })[]>(
      `SELECT node_id AS "nodeId", round(date_part('epoch', time) * 1000)::float8 AS "heardAt", problem, disks
       FROM node_disk_health WHERE node_id = ANY($1::uuid[])`,
      [nodeIds],
    );
    return new Map(rows.map(({ nodeId, ...health }) => [nodeId, health]));
  }
}
