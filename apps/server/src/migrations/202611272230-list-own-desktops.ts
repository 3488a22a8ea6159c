import { addMenu } from './add-menu.js';
import { Migration, type QueryRunner } from './migration.js';

/** Everybody's own desktops get a page, for the roles that have a page of resource management already. */
export class ListOwnDesktops2026112722300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await addMenu(runner, {
      id: 'desktopDot.own',
      parentId: 'desktopDot',
      menuName: '我的桌面',
      menuNameEn: 'My desktops',
      menuUrl: '/myDesktops',
      permission: 'desktops.use',
      position: 5,
    });
    await runner.query(
      `INSERT INTO role_menu (role_id, menu_id)
       SELECT DISTINCT role_id, own.id FROM menu own
       JOIN menu page ON page.parent_id = own.parent_id JOIN role_menu ON menu_id = page.id
       WHERE own.id = 'desktopDot.own'
       ON CONFLICT DO NOTHING`,
    );
  }
}
