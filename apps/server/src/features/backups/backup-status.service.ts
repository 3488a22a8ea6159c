import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How well the platform is backed up. */
export interface BackupState {
  /** The newest backup that was taken here and is whole; null: none. */
  last: { endedAt: Date; sizeBytes: number } | null;
  /** The newest that ended has failed. */
  isLastFailed: boolean;
  /** When a backup last proved to come back; null: never. */
  provedAt: Date | null;
  /** How long that took; null: it is not known. */
  backInSeconds: number | null;
}

/** Tells how well the platform is backed up: to the health page and the gauges. */
@Injectable()
export class BackupStatus {
  constructor(private readonly dataSource: DataSource) {}

  async read(): Promise<BackupState> {
    const [row] = await this.dataSource.query<
      {
        endedAt: Date | null;
        sizeBytes: number;
        isLastFailed: boolean | null;
        provedAt: Date | null;
      }[]
    >(`
      SELECT done.ended_at AS "endedAt", done.size_bytes::float8 AS "sizeBytes", newest.state = 'failed' AS "isLastFailed",
        proved.at AS "provedAt"
      FROM (SELECT) AS one
      LEFT JOIN LATERAL (SELECT ended_at, coalesce(size_bytes, 0) AS size_bytes FROM backup
        WHERE state = 'done' AND kind <> 'imported' ORDER BY created_at DESC LIMIT 1) AS done ON true
      LEFT JOIN LATERAL (SELECT state FROM backup
        WHERE state IN ('done', 'failed') AND kind <> 'imported' ORDER BY created_at DESC LIMIT 1) AS newest ON true
      LEFT JOIN LATERAL (SELECT max((to_jsonb(backup) ->> 'proved_at')::timestamptz) AS at FROM backup) AS proved ON true`);
    return {
      last: row?.endedAt ? { endedAt: row.endedAt, sizeBytes: row.sizeBytes } : null,
      isLastFailed: row?.isLastFailed === true,
      provedAt: row?.provedAt ?? null,
      backInSeconds: null,
    };
  }
}
