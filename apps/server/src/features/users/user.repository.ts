import {
  limits,
  type EndpointParams,
  type endpoints,
  type UserOption,
  type UserSort,
  type UserState,
} from '@clusterdesk/contracts';
import { In, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { containsPattern } from '../../platform/database/like-pattern.js';
import { nameKey } from './names/user-name.js';
import { isActive } from './rights/rights-sql.js';
import { UserEntity } from './user.entity.js';
import { UserUnknownError } from './user.errors.js';

/** What the user list is narrowed to, and its order. */
type UserFilter = Omit<EndpointParams<typeof endpoints.users.list>, 'pageNum' | 'size'>;

/** @throws DomainError 404. */
export async function getUser(manager: EntityManager, id: string): Promise<UserEntity> {
  const user = await manager.findOne(UserEntity, { where: { id }, relations: { roles: true } });
  if (!user) {
    throw new UserUnknownError();
  }
  return user;
}

/** Those of the users who may sign in now, by name. */
export function listActive(
  manager: EntityManager,
  ids: readonly string[],
): Promise<Pick<UserEntity, 'id' | 'userName'>[]> {
  return manager.query<Pick<UserEntity, 'id' | 'userName'>[]>(
    `SELECT id, user_name AS "userName" FROM user_account account
     WHERE id = ANY($1::uuid[]) AND ${isActive} ORDER BY user_name`,
    [ids],
  );
}

/** Users to choose from, by a part of the login name or the real name. */
export function listOptions(
  manager: EntityManager,
  name: string,
  filter: { activeOnly?: boolean; exceptId?: string; exceptRoleId?: string | undefined },
): Promise<UserOption[]> {
  const { activeOnly = false, exceptId = null, exceptRoleId = null } = filter;
  return manager.query<UserOption[]>(
    `SELECT id, user_name AS "userName", real_name AS "realName" FROM user_account account
     WHERE ($1 = '%%' OR user_name ILIKE $1 OR real_name ILIKE $1 OR name_key = $2)
       AND (NOT $3 OR ${isActive}) AND ($4::text IS NULL OR id::text <> $4)
       AND ($5::text IS NULL OR id NOT IN (SELECT user_id FROM user_role WHERE role_id::text = $5))
     ORDER BY user_name LIMIT $6`,
    [containsPattern(name), nameKey(name), activeOnly, exceptId, exceptRoleId, limits.maxPageSize],
  );
}

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

/** A page of the user list. The newest first unless the filter sorts; empty values come last. */
export async function listUsers(
  manager: EntityManager,
  filter: UserFilter,
  page: { offset: number; size: number },
): Promise<{ users: UserEntity[]; total: number }> {
  const { sort, order = sort ? 'asc' : 'desc' } = filter;
  const query = narrowed(manager, filter);
  const total = await query.getCount();
  const rows = await query
    .orderBy(columnOf[sort ?? 'createTime'], order === 'asc' ? 'ASC' : 'DESC', 'NULLS LAST')
    .addOrderBy('account.id', 'ASC')
    .select('account.id', 'id')
    .offset(page.offset)
    .limit(page.size)
    .getRawMany<{ id: string }>();
  const ids = rows.map(({ id }) => id);
  const where = { id: In(ids) };
  const found = await manager.find(UserEntity, { where, relations: { roles: true } });
  const byId = new Map(found.map((user) => [user.id, user]));
  return { users: ids.flatMap((id) => byId.get(id) ?? []), total };
}

function narrowed(
  manager: EntityManager,
  { search = '', roleId, state }: UserFilter,
): SelectQueryBuilder<UserEntity> {
  const query = manager.createQueryBuilder(UserEntity, 'account');
  if (search !== '') {
    const conditions = searched.map((column) => `account.${column} ILIKE :like`);
    conditions.push('account.nameKey = :key');
    query.andWhere(`(${conditions.join(' OR ')})`, {
      like: containsPattern(search),
      key: nameKey(search),
    });
  }
  if (roleId !== undefined) {
    const ofRole = 'SELECT user_id FROM user_role WHERE role_id::text = :roleId';
    query.andWhere(`account.id IN (${ofRole})`, { roleId });
  }
  if (state) {
    query.andWhere(`(${conditionOf[state]})`);
  }
  return query;
}
