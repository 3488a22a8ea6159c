import { Injectable } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { hostFaultSentence, type HostState } from './host-fault-sentences.js';

/** What is wrong with one host. */
export interface HostFault {
  nodeId: string;
  name: string;
  text: LocalizedText;
}

/** Says what is wrong with hosts that somebody waits for. */
@Injectable()
export class HostFaults {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Those of some hosts with which something is wrong, by name. */
  async list(nodeIds: readonly string[]): Promise<HostFault[]> {
    if (nodeIds.length === 0) {
      return [];
    }
    const hosts = await this.dataSource.query<HostState[]>(
      `SELECT node.id AS "nodeId", node.name, node.kind, node.is_online AS "isOnline", node.last_seen_at AS "lastSeenAt",
              node.accepts_jobs AS "acceptsJobs", node.drained_reason AS "drainedReason",
              last.round_trip_ms AS "roundTripMs", last.clock_off_ms AS "clockOffMs", fullest.percent AS "fullestPercent",
              coalesce(lost.cuts, 0)::int AS cuts
       FROM node
       LEFT JOIN LATERAL (
         SELECT round_trip_ms, clock_off_ms, disks FROM node_figures
         WHERE node_id = node.id AND time > now() - interval '5 minutes' ORDER BY time DESC LIMIT 1
       ) AS last ON true
       LEFT JOIN LATERAL (
         SELECT max(disk."usedBytes" / nullif(disk."sizeBytes", 0) * 100) AS percent
         FROM jsonb_to_recordset(last.disks) AS disk ("sizeBytes" float8, "usedBytes" float8)
       ) AS fullest ON true
       LEFT JOIN LATERAL (
         SELECT sum(cuts) AS cuts FROM node_figures WHERE node_id = node.id AND time > now() - interval '1 hour'
       ) AS lost ON true
       WHERE node.id = ANY($1::uuid[]) ORDER BY node.name`,
      [nodeIds],
    );
    return hosts.flatMap((host) => {
      const text = hostFaultSentence(host, this.config.timeZone);
      return text ? { nodeId: host.nodeId, name: host.name, text } : [];
    });
  }
}
