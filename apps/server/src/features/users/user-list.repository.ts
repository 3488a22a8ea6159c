import { Injectable } from '@nestjs/common';
import {
  limits,
  type EndpointParams,
  type endpoints,
  type UserSort,
  type UserState,
} from '@clusterdesk/contracts';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { containsPattern } from '../../platform/database/like-pattern.js';
import { nameKey } from './names/user-name.js';
import { isActive } from './rights/rights-sql.js';
import { UserEntity } from './user.entity.js';

/** What the user list is narrowed to, and its order. */
type UserFilter = Omit<EndpointParams<typeof endpoints.users.list>, 'pageNum' | 'size'>;

const searched = ['userName', 'realName', 'mobile', 'email', 'companyName'] as const;

const conditionOf: Record<UserState, string> = {
  active: isActive,
  frozen: 'account.is_frozen',
  expiresSoon: `${isActive} AND account.expires_at <= now() + make_interval(days => ${limits.expiresSoonDays})`,
  expired: 'NOT account.is_frozen AND account.expires_at <= now()',
  pending: `NOT account.is_frozen AND account.effective_from > now()
    AND (account.expires_at IS NULL OR account.expires_at > now())`,
};

const columnOf: Record<UserSort, string> = {
  userName: 'account.userName',
  realName: 'account.realName',
  companyName: 'account.companyName',
  effectiveDate: 'account.effectiveFrom',
  expiredDate: 'account.expiresAt',
  lastSignInTime: 'account.lastSignInAt',
  createTime: 'account.createdAt',
};

/** The user list of the administration. */
@Injectable()
export class UserListRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest first unless the filter sorts; empty values come last. */
  async list(
    filter: UserFilter,
    page: { offset: number; size: number },
  ): Promise<{ users: UserEntity[]; total: number }> {
    const query = this.narrowed(filter);
    const total = await query.getCount();
    const rows = await this.sorted(query, filter)
      .select('account.id', 'id')
      .offset(page.offset)
      .limit(page.size)
      .getRawMany<{ id: string }>();
    const ids = rows.map(({ id }) => id);
    const found = await this.dataSource
      .getRepository(UserEntity)
      .find({ where: { id: In(ids) }, relations: { roles: true } });
    const byId = new Map(found.map((user) => [user.id, user]));
    return { users: ids.flatMap((id) => byId.get(id) ?? []), total };
  }

  private narrowed({ search = '', roleId, state }: UserFilter): SelectQueryBuilder<UserEntity> {
    const query = this.dataSource.getRepository(UserEntity).createQueryBuilder('account');
    if (search !== '') {
      const conditions = searched.map((column) => `account.${column} ILIKE :like`);
      conditions.push('account.nameKey = :key');
      query.andWhere(`(${conditions.join(' OR ')})`, {
        like: containsPattern(search),
        key: nameKey(search),
      });
    }
    if (roleId !== undefined) {
      query.andWhere(
        'account.id IN (SELECT user_id FROM user_role WHERE role_id::text = :roleId)',
        { roleId },
      );
    }
    if (state) {
      query.andWhere(`(${conditionOf[state]})`);
    }
    return query;
  }

  private sorted(
    query: SelectQueryBuilder<UserEntity>,
    { sort, order }: UserFilter,
  ): SelectQueryBuilder<UserEntity> {
    const column = columnOf[sort ?? 'createTime'];
    const direction = (order ?? (sort ? 'asc' : 'desc')) === 'asc' ? 'ASC' : 'DESC';
    return query.orderBy(column, direction, 'NULLS LAST').addOrderBy('account.id', 'ASC');
  }
}
