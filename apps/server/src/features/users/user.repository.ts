import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { containsPattern } from '../../platform/database/like-pattern.js';
import { nameKey } from './names/user-name.js';
import { isActive } from './rights/rights-sql.js';
import { UserEntity } from './user.entity.js';
import { UserUnknownError } from './user.errors.js';

/** Queries over users. */
@Injectable()
export class UserRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError 404. */
  async get(id: string, manager: EntityManager = this.dataSource.manager): Promise<UserEntity> {
    const user = await manager.findOne(UserEntity, { where: { id }, relations: { roles: true } });
    if (!user) {
      throw new UserUnknownError();
    }
    return user;
  }

  /** Those of the users who may sign in now, as part of a transaction. */
  async listActive(
    ids: readonly string[],
    manager: EntityManager,
  ): Promise<Pick<UserEntity, 'id' | 'userName'>[]> {
    return manager
      .getRepository(UserEntity)
      .createQueryBuilder('account')
      .select(['account.id', 'account.userName'])
      .where('account.id = ANY(:ids)', { ids })
      .andWhere(isActive)
      .orderBy('account.userName')
      .getMany();
  }

  /** Users to choose from, by a part of the login name or the real name. */
  listOptions(
    name: string,
    filter: { activeOnly: boolean; exceptId?: string; exceptRoleId?: string },
    take: number,
  ): Promise<Pick<UserEntity, 'id' | 'userName' | 'realName'>[]> {
    const query = this.dataSource
      .getRepository(UserEntity)
      .createQueryBuilder('account')
      .select(['account.id', 'account.userName', 'account.realName'])
      .orderBy('account.userName')
      .take(take);
    if (name !== '') {
      query.andWhere(
        '(account.userName ILIKE :like OR account.realName ILIKE :like OR account.nameKey = :key)',
        {
          like: containsPattern(name),
          key: nameKey(name),
        },
      );
    }
    if (filter.activeOnly) {
      query.andWhere(isActive);
    }
    if (filter.exceptRoleId) {
      query.andWhere(
        'account.id NOT IN (SELECT user_id FROM user_role WHERE role_id::text = :exceptRoleId)',
        { exceptRoleId: filter.exceptRoleId },
      );
    }
    if (filter.exceptId) {
      query.andWhere('account.id <> :exceptId', { exceptId: filter.exceptId });
    }
    return query.getMany();
  }
}
