import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../../platform/database/is-uuid.js';

/** Whose disk it is: folders are called by the user's name, rows by the id. Knows users who may not sign in, too. */
@Injectable()
export class DiskOwners {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when there is no such user. */
  async findName(userId: string): Promise<string | null> {
    if (!isUuid(userId)) {
      return null;
    }
    const rows = await this.dataSource.query<{ userName: string }[]>(
      'SELECT user_name AS "userName" FROM user_account WHERE id = $1',
      [userId],
    );
    return rows[0]?.userName ?? null;
  }

  /** Null when there is no such user. */
  async findId(userName: string): Promise<string | null> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM user_account WHERE user_name = $1',
      [userName],
    );
    return rows[0]?.id ?? null;
  }
}
