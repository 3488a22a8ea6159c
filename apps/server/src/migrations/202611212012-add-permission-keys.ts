import { Migration, type QueryRunner } from './migration.js';

/** What the built-in pages of this version permit; later versions add theirs with `addMenu`. */
const keys = {
  'myDoc.files': 'disk.use',
  'myDoc.myShare': 'shares.send',
  'myDoc.receiveShare': 'shares.receive',
  'managementProject.managed': 'projects.manage',
  'managementProject.joined': 'projects.join',
  'managementProject.approvals': 'approvals.decide',
  userList: 'users.manage',
  'desktopDot.nodes': 'desktops.manage',
  'desktopDot.onlineUser': 'desktops.end-sessions',
  'desktopDot.calculateDot': 'nodes.manage',
  'desktopDot.queues': 'queues.manage',
  'desktopDot.jobs': 'jobs.use',
  platformMonitoring: 'monitoring.see',
  applicationList: 'applications.manage',
  'settings.roles': 'roles.manage',
  'settings.menus': 'menus.manage',
  'settings.authority': 'authority.manage',
  'settings.log': 'log.see',
  'settings.theme': 'theme.choose',
  'settings.system': 'system.manage',
  'settings.contact': 'contact.see',
} as const;

/** Permissions apart from addresses: a menu leads somewhere, and what it permits stands beside it. */
export class AddPermissionKeys2026112120120 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE menu ADD COLUMN permission text CONSTRAINT menu_permission_unique UNIQUE',
    );
    for (const [id, permission] of Object.entries(keys)) {
      await runner.query('UPDATE menu SET permission = $2 WHERE id = $1', [id, permission]);
    }
    await dissolveGroups(runner);
  }
}

/**
 * A page below which somebody had put menus was a group and granted nothing; roles may have it only because of what was
 * below. It is taken from those roles, so that nobody gains anything now, and what was below it goes up beside it.
 */
async function dissolveGroups(runner: QueryRunner): Promise<void> {
  const groups =
    'SELECT id FROM menu WHERE permission IS NOT NULL AND id IN (SELECT parent_id FROM menu)';
  await runner.query(
    `DELETE FROM role_menu USING role
     WHERE role.id = role_menu.role_id AND NOT role.is_system_administrator AND menu_id IN (${groups})`,
  );
  for (;;) {
    const moved: unknown[] = await runner.query(
      `WITH moved AS (
         UPDATE menu SET parent_id = parent.parent_id FROM menu parent
         WHERE parent.id = menu.parent_id AND parent.permission IS NOT NULL RETURNING menu.id
       ) SELECT id FROM moved`,
    );
    if (moved.length === 0) {
      return;
    }
  }
}
