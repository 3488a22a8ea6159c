import { Injectable } from '@nestjs/common';
import type { RoleRow, UserOption } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { assertMayAppoint, keepAnAdministrator } from '../rights/administrators.js';
import { menuUnknown, menuWithoutAncestors } from '../menus/menu.errors.js';
import { MenuEntity } from '../menus/menu.entity.js';
import { RoleEntity } from './role.entity.js';
import { administratorRoleStays, roleNameTaken } from './role.errors.js';
import { SessionRevocation } from '../../sessions/session-revocation.service.js';
import { developIsConfigured, userUnknown } from '../user.errors.js';
import { developName } from '../user.policy.js';
import { isTaken, UserRepository, uuidPattern } from '../user.repository.js';

/** The synthetic root of menu trees. */
const rootId = '0';

/** Roles: who is in them and which menus they give. */
@Injectable()
export class RoleService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UserRepository,
    private readonly sessionEnd: SessionRevocation,
  ) {}

  async list(): Promise<RoleRow[]> {
    const rows = await this.dataSource.query<RoleRow[]>(
      `SELECT role.id, role.role_name AS "roleName", role.description,
              role.is_system_administrator AS "isSystemAdministrator",
              ARRAY(SELECT menu.id FROM menu WHERE role.is_system_administrator OR EXISTS (
                SELECT 1 FROM role_menu WHERE role_menu.role_id = role.id AND role_menu.menu_id = menu.id
              ) ORDER BY menu.position, menu.id) AS "menuList",
              COALESCE((
                SELECT json_agg(json_build_object(
                  'id', account.id, 'userName', account.user_name, 'realName', account.real_name
                ) ORDER BY account.user_name)
                FROM user_role JOIN user_account account ON account.id = user_role.user_id
                WHERE user_role.role_id = role.id
              ), '[]'::json) AS "userInfos"
       FROM role ORDER BY role.is_system_administrator DESC, role.role_name`,
    );
    return rows;
  }

  async add(roleName: string, description: string): Promise<RoleRow> {
    try {
      const role = await this.dataSource
        .getRepository(RoleEntity)
        .save({ roleName, description, isSystemAdministrator: false });
      return { ...role, userInfos: [] as UserOption[], menuList: [] };
    } catch (error) {
      throw isTaken(error) ? roleNameTaken() : error;
    }
  }

  /** Its users lose what it gave. */
  async remove(id: string): Promise<void> {
    const users = await this.dataSource.transaction(async (manager) => {
      const role = await this.getRole(manager, id);
      if (role.isSystemAdministrator) {
        throw administratorRoleStays();
      }
      const usersOfRole = await listUsers(manager, role.id);
      await manager.delete(RoleEntity, { id: role.id });
      return usersOfRole;
    });
    this.sessionEnd.rightsChanged(users);
  }

  /** Replaces the users of a role. */
  async setUsers(caller: Principal, roleId: string, userIds: readonly string[]): Promise<void> {
    const concerned = await this.dataSource.transaction(async (manager) => {
      const role = await this.getRole(manager, roleId);
      assertMayAppoint(caller, [role]);
      const wanted = [...new Set(userIds)];
      await assertUsers(manager, wanted);
      return keepAnAdministrator(manager, async () => {
        const before = await listUsers(manager, role.id);
        const changed = [
          ...before.filter((id) => !wanted.includes(id)),
          ...wanted.filter((id) => !before.includes(id)),
        ];
        await assertNotConfigured(manager, changed);
        await manager.query('DELETE FROM user_role WHERE role_id = $1', [role.id]);
        await manager.query(
          'INSERT INTO user_role (user_id, role_id) SELECT user_id, $1 FROM unnest($2::uuid[]) user_id',
          [role.id, wanted],
        );
        return changed;
      });
    });
    this.sessionEnd.rightsChanged(concerned);
  }

  /** Replaces the menus of a role: checked and half-checked ids, the synthetic root not among them. */
  async setMenus(roleId: string, menuIds: readonly string[]): Promise<void> {
    const users = await this.dataSource.transaction(async (manager) => {
      const role = await this.getRole(manager, roleId);
      const wanted = new Set(menuIds.filter((id) => id !== rootId));
      const menus = await manager.find(MenuEntity);
      assertTree(menus, wanted);
      if (role.isSystemAdministrator && wanted.size < menus.length) {
        throw administratorRoleStays();
      }
      await manager.query('DELETE FROM role_menu WHERE role_id = $1', [role.id]);
      await manager.query(
        'INSERT INTO role_menu (role_id, menu_id) SELECT $1, menu_id FROM unnest($2::text[]) menu_id',
        [role.id, [...wanted]],
      );
      return listUsers(manager, role.id);
    });
    this.sessionEnd.rightsChanged(users);
  }

  private async getRole(manager: EntityManager, id: string): Promise<RoleEntity> {
    const [role] = await this.users.getRoles([id], manager);
    return role as RoleEntity;
  }
}

/** @throws DomainError for an unknown menu, or one without the menus above it. */
function assertTree(menus: readonly MenuEntity[], wanted: ReadonlySet<string>): void {
  const parents = new Map(menus.map((menu) => [menu.id, menu.parentId]));
  for (const id of wanted) {
    const parentId = parents.get(id);
    if (parentId === undefined) {
      throw menuUnknown();
    }
    if (parentId !== null && !wanted.has(parentId)) {
      throw menuWithoutAncestors();
    }
  }
}

async function listUsers(manager: EntityManager, roleId: string): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    'SELECT user_id AS id FROM user_role WHERE role_id = $1',
    [roleId],
  );
  return rows.map(({ id }) => id);
}

/** @throws DomainError 404 unless every id is a user's. */
async function assertUsers(manager: EntityManager, ids: readonly string[]): Promise<void> {
  const rows = ids.every((id) => uuidPattern.test(id))
    ? await manager.query<unknown[]>('SELECT 1 FROM user_account WHERE id = ANY($1::uuid[])', [ids])
    : [];
  if (rows.length !== ids.length) {
    throw userUnknown();
  }
}

/** The user `develop` keeps the roles that the start gave it. */
async function assertNotConfigured(manager: EntityManager, ids: readonly string[]): Promise<void> {
  const rows = await manager.query<unknown[]>(
    'SELECT 1 FROM user_account WHERE user_name = $2 AND id = ANY($1::uuid[])',
    [ids, developName],
  );
  if (rows.length > 0) {
    throw developIsConfigured();
  }
}
