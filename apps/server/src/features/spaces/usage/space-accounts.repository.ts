import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SpaceKey } from '../space-key.js';
import { SpaceRegistry } from '../space.js';
import type { AccountTable, MeasuringProgress, SpaceAccount } from './space-account.js';

/** Queries over what spaces keep and may keep. */
@Injectable()
export class SpaceAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: SpaceRegistry,
  ) {}

  /** Null before anything is known of the space. */
  async find(
    key: SpaceKey,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SpaceAccount | null> {
    const { table, idColumn } = this.tableOf(key);
    // Sums of bytes stay below 2^53, up to which a float8 is exact; a bigint would come as text.
    const [account] = await manager.query<SpaceAccount[]>(
      `SELECT quota_bytes::float8 AS "quotaBytes", used_bytes::float8 AS "usedBytes", trash_bytes::float8 AS "trashBytes",
         added_bytes::float8 AS "addedBytes", measuring, measured_at AS "measuredAt", measuring_ms AS "measuringMs"
       FROM ${table} WHERE ${idColumn} = $1`,
      [key.spaceId],
    );
    return account ?? null;
  }

  /** @param quotaBytes null lifts the limit */
  async setQuota(manager: EntityManager, key: SpaceKey, quotaBytes: number | null): Promise<void> {
    const { table, idColumn } = this.tableOf(key);
    await manager.query(
      `INSERT INTO ${table} (${idColumn}, quota_bytes) VALUES ($1, $2)
       ON CONFLICT (${idColumn}) DO UPDATE SET quota_bytes = excluded.quota_bytes`,
      [key.spaceId, quotaBytes],
    );
  }

  /** After the platform put bytes in, or took them out (negative); `trashBytes` of them in the trash. */
  async note(
    key: SpaceKey,
    deltaBytes: number,
    trashBytes = 0,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const { table, idColumn } = this.tableOf(key);
    await manager.query(
      `UPDATE ${table}
       SET used_bytes = greatest(used_bytes + $2, 0), added_bytes = added_bytes + greatest($2, 0),
         trash_bytes = greatest(trash_bytes + $3, 0)
       WHERE ${idColumn} = $1`,
      [key.spaceId, deltaBytes, trashBytes],
    );
  }

  /** The row, made when it is missing. */
  async getOrAdd(key: SpaceKey): Promise<SpaceAccount | null> {
    const { table, idColumn } = this.tableOf(key);
    await this.dataSource.query(
      `INSERT INTO ${table} (${idColumn}) VALUES ($1) ON CONFLICT DO NOTHING`,
      [key.spaceId],
    );
    return this.find(key);
  }

  async noteProgress(key: SpaceKey, measuring: MeasuringProgress): Promise<void> {
    const { table, idColumn } = this.tableOf(key);
    await this.dataSource.query(`UPDATE ${table} SET measuring = $2 WHERE ${idColumn} = $1`, [
      key.spaceId,
      JSON.stringify(measuring),
    ]);
  }

  /**
   * Writes down what was measured. What was noted meanwhile is added: the walk may have missed it. If it counted that too, the figure is
   * too high until the next measuring.
   * @returns whether the figures changed
   */
  async finish(key: SpaceKey, measured: MeasuringProgress): Promise<boolean> {
    const { table, idColumn } = this.tableOf(key);
    const { trashBytes, fileBytes, addedBytes, startedMs } = measured;
    const [rows] = await this.dataSource.query<[{ changed: boolean }[], number]>(
      `UPDATE ${table} AS account
       SET used_bytes = $2 + account.added_bytes - $3, trash_bytes = $4, measured_at = now(), measuring = NULL,
         measuring_ms = $5
       FROM (SELECT * FROM ${table} WHERE ${idColumn} = $1 FOR UPDATE) AS old
       WHERE account.${idColumn} = old.${idColumn}
       RETURNING old.measured_at IS NULL OR old.used_bytes <> account.used_bytes
         OR old.trash_bytes <> account.trash_bytes AS changed`,
      [key.spaceId, trashBytes + fileBytes, addedBytes, trashBytes, Date.now() - startedMs],
    );
    return rows[0]?.changed === true;
  }

  private tableOf({ space }: SpaceKey): AccountTable {
    const account = this.spaces.find(space)?.account;
    if (!account) {
      throw new Error(`The space ${space} keeps no accounts.`);
    }
    return account;
  }
}
