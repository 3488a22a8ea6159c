import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { nameColumns } from '../names/user-name.js';
import { UserNameLeavingError } from '../user.errors.js';

/** Whether the disk has something under this key. */
type HomeCheck = (homeKey: string) => Promise<boolean>;

/**
 * Chooses the folder of a new user: the name, or, when a folder of that name belongs or belonged to somebody, the name with
 * random letters. A key is never given twice (docs/decisions/homes-have-keys.md).
 */
@Injectable()
export class HomeKeys {
  private readonly checks: HomeCheck[] = [];

  /** The feature that has the folders says which names are in use there. */
  avoid(check: HomeCheck): void {
    this.checks.push(check);
  }

  /**
   * @param options.evenWhileLeaving for the user that the configuration makes at start, which cannot wait
   * @returns null for the name itself.
   * @throws DomainError 409 while an earlier user of the name is being removed.
   */
  async choose(
    manager: EntityManager,
    userName: string,
    options: { evenWhileLeaving: boolean } = { evenWhileLeaving: false },
  ): Promise<string | null> {
    const { nameKey, nameLook } = nameColumns(userName);
    const leaving = await manager.query<unknown[]>(
      `SELECT 1 FROM user_removal
       WHERE name_key = $1 OR name_look = $2 LIMIT 1`,
      [nameKey, nameLook],
    );
    if (leaving.length > 0 && !options.evenWhileLeaving) {
      throw new UserNameLeavingError();
    }
    return (await this.isUsed(manager, userName))
      ? `${[...userName].slice(0, 40).join('')}-${randomBytes(5).toString('hex')}`
      : null;
  }

  private async isUsed(manager: EntityManager, homeKey: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT 1 FROM user_account WHERE coalesce(home_key, user_name) = $1
       UNION ALL SELECT 1 FROM retired_home WHERE home_key = $1 LIMIT 1`,
      [homeKey],
    );
    if (rows.length > 0) {
      return true;
    }
    for (const check of this.checks) {
      if (await check(homeKey)) {
        return true;
      }
    }
    return false;
  }
}
