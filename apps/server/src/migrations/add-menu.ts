import type { QueryRunner } from 'typeorm';

/** A built-in menu that a version adds. */
export interface AddedMenu {
  /** Stable and speaking, as in `menuSeed`, where it is added too. */
  id: string;
  /** Null for a top-level menu. */
  parentId: string | null;
  menuName: string;
  menuNameEn: string;
  menuUrl: string;
  /** What having it permits, as in `permissionOfMenu`; null for a group. */
  permission: string | null;
  position: number;
}

/**
 * Adds a menu to an existing installation: the first start seeds menus only once. The role of system administrators has every
 * menu; other roles get the new one by an administrator's decision. A new installation, whose menus are not yet seeded when
 * the migrations run, gets it from the seed.
 */
export async function addMenu(runner: QueryRunner, menu: AddedMenu): Promise<void> {
  const isSeeded: unknown[] = await runner.query(
    'SELECT 1 FROM role WHERE is_system_administrator',
  );
  if (isSeeded.length === 0) {
    return;
  }
  await runner.query(
    `INSERT INTO menu (id, parent_id, menu_name, menu_name_en, menu_url, menu_type, permission, position)
     VALUES ($1, (SELECT id FROM menu WHERE id = $2), $3, $4, $5, 1, $6, $7)`,
    [
      menu.id,
      menu.parentId,
      menu.menuName,
      menu.menuNameEn,
      menu.menuUrl,
      menu.permission,
      menu.position,
    ],
  );
  await runner.query(
    'INSERT INTO role_menu (role_id, menu_id) SELECT id, $1 FROM role WHERE is_system_administrator',
    [menu.id],
  );
}
