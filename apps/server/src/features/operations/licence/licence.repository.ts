import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** The one row of `licence`, and what licences count. */
@Injectable()
export class LicenceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The licence as it was uploaded. With a `manager` it stays as it is until the transaction ends. */
  async find(manager?: EntityManager): Promise<string | null> {
    const [row] = await (manager ?? this.dataSource).query<{ document: string }[]>(
      `SELECT document FROM licence ${manager ? 'FOR UPDATE' : ''}`,
    );
    return row?.document ?? null;
  }

  async save(manager: EntityManager, document: string): Promise<void> {
    await manager.query(
      `INSERT INTO licence (document) VALUES ($1)
       ON CONFLICT (is_current) DO UPDATE SET document = excluded.document, activated_at = now(), told_days = NULL`,
      [document],
    );
  }

  /** @returns false where administrators know of this end, or of a nearer one; or where it is another licence by now */
  async markTold(manager: EntityManager, document: string, days: number): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `UPDATE licence SET told_days = $2 WHERE document = $1 AND (told_days IS NULL OR told_days > $2)
       RETURNING told_days`,
      [document, days],
    );
    return rows.length > 0;
  }

  async countUse(): Promise<{ users: number; nodes: number }> {
    const [row] = await this.dataSource.query<{ users: number; nodes: number }[]>(
      `SELECT (SELECT count(*)::int FROM user_account) AS users, (SELECT count(*)::int FROM node) AS nodes`,
    );
    return row ?? { users: 0, nodes: 0 };
  }
}
