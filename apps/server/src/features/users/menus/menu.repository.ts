import { Raw, type EntityManager } from 'typeorm';
import { MenuEntity } from './menu.entity.js';

const ofUser = `SELECT menu_id FROM role_menu JOIN user_role USING (role_id) WHERE user_id = :userId`;

/** All menus in their order, or those that the user's roles name. */
export function listMenus(manager: EntityManager, userId?: string): Promise<MenuEntity[]> {
  const where = { id: Raw((id) => `${id} IN (${ofUser})`, { userId }) };
  return manager.find(MenuEntity, {
    ...(userId !== undefined && { where }),
    order: { position: 'ASC', id: 'ASC' },
  });
}

/** The users with one of these menus; administrators have all. */
export async function listUsersOfMenus(
  manager: EntityManager,
  menuIds: readonly string[],
): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT DISTINCT user_role.user_id AS id
     FROM user_role JOIN role ON role.id = user_role.role_id
     WHERE role.is_system_administrator OR EXISTS (
       SELECT 1 FROM role_menu
       WHERE role_menu.role_id = role.id AND role_menu.menu_id = ANY($1::text[])
     )`,
    [menuIds],
  );
  return rows.map(({ id }) => id);
}

/** Gives every role the groups above its menus. A group permits nothing, so nobody is permitted more by it. */
export async function giveGroupsAbove(manager: EntityManager): Promise<void> {
  await manager.query(
    `WITH RECURSIVE above AS (
       SELECT role_menu.role_id, menu.parent_id AS id
       FROM role_menu JOIN menu ON menu.id = role_menu.menu_id WHERE menu.parent_id IS NOT NULL
       UNION
       SELECT above.role_id, menu.parent_id
       FROM above JOIN menu ON menu.id = above.id WHERE menu.parent_id IS NOT NULL
     )
     INSERT INTO role_menu (role_id, menu_id)
     SELECT above.role_id, above.id FROM above JOIN menu ON menu.id = above.id WHERE menu.permission IS NULL
     ON CONFLICT DO NOTHING`,
  );
}
