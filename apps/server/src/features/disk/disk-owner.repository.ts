import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../../platform/database/is-uuid.js';

/** Translates between the home keys that name folders and the user ids of rows, for all users, including those who may not sign in. */
@Injectable()
export class DiskOwners {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when there is no such user. */
  async findHomeKey(userId: string): Promise<string | null> {
    if (!isUuid(userId)) {
      return null;
    }
    const rows = await this.dataSource.query<{ homeKey: string }[]>(
      'SELECT coalesce(home_key, user_name) AS "homeKey" FROM user_account WHERE id = $1',
      [userId],
    );
    return rows[0]?.homeKey ?? null;
  }

  /** Null when there is no such user. */
  async findId(homeKey: string): Promise<string | null> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM user_account WHERE coalesce(home_key, user_name) = $1',
      [homeKey],
    );
    return rows[0]?.id ?? null;
  }
}
