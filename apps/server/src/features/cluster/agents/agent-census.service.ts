import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Counts the agents that have enrolled. */
@Injectable()
export class AgentCensus {
  constructor(private readonly dataSource: DataSource) {}

  /** @param version of the platform, which agents should have */
  async count(
    version: string,
  ): Promise<{ online: number; offline: number; otherVersions: number }> {
    const [row] = await this.dataSource.query<
      { online: number; offline: number; otherVersions: number }[]
    >(
      `SELECT count(*) FILTER (WHERE is_online)::int AS online, count(*) FILTER (WHERE NOT is_online)::int AS offline,
         count(*) FILTER (WHERE is_online AND agent_version <> $1)::int AS "otherVersions"
       FROM node WHERE secret_hash IS NOT NULL AND revoked_at IS NULL AND last_seen_at IS NOT NULL`,
      [version],
    );
    return row ?? { online: 0, offline: 0, otherVersions: 0 };
  }
}
