import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A setting as it is stored. */
export interface StoredSetting {
  key: string;
  value: unknown;
  changedAt: Date | null;
  /** The name of who changed it last. */
  changedBy: string | null;
}

/** Reads settings with who changed them. */
@Injectable()
export class SettingRepository {
  constructor(private readonly dataSource: DataSource) {}

  listOf(keys: readonly string[]): Promise<StoredSetting[]> {
    return this.dataSource.query(
      `SELECT setting.key, setting.value, setting.changed_at AS "changedAt", account.user_name AS "changedBy"
       FROM setting LEFT JOIN user_account account ON account.id = setting.changed_by
       WHERE setting.key = ANY($1)`,
      [keys],
    );
  }
}
