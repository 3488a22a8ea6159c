import { afterEach, describe, expect, it } from '@jest/globals';
import { type DatabaseBefore, databaseBefore } from '@clusterdesk/tests/server/database-before.js';
import { nameColumns } from './features/users/names/user-name.js';
import { AddPermissionKeys2026112120120 } from './migrations/202611212012-add-permission-keys.js';
import { MarkBuiltInRoles2026112205000 } from './migrations/202611220500-mark-built-in-roles.js';
import { CountUsersInRows2026112215000 } from './migrations/202611221500-count-users-in-rows.js';
import { CompareNamesAsShown2026112215100 } from './migrations/202611221510-compare-names-as-shown.js';
import { PartitionMetrics2026112322000 } from './migrations/202611232200-partition-metrics.js';
import { HangEntriesOnFolders2026112610400 } from './migrations/202611261040-hang-entries-on-folders.js';
import { StoreNameKeys2026112616000 } from './migrations/202611261600-store-name-keys.js';
import { AverageAtOnce2026112713000 } from './migrations/202611271300-average-at-once.js';
import { ListOwnDesktops2026112722300 } from './migrations/202611272230-list-own-desktops.js';
import { addMenu } from './migrations/add-menu.js';

let database: DatabaseBefore;
afterEach(() => database.drop());

const firstId = (rows: Record<string, unknown>[]): string => String(rows[0]?.['id']);
const addUser = async (name: string): Promise<string> =>
  firstId(
    await database.query(
      `INSERT INTO user_account (user_name, password_hash) VALUES ($1, 'none') RETURNING id`,
      [name],
    ),
  );

describe('the menus of an installation', () => {
  const addMenus = (...menus: (readonly [id: string, parentId: string | null])[]) =>
    database.query(
      `INSERT INTO menu (id, parent_id, menu_name, menu_name_en, menu_url, menu_type)
       SELECT id, parent_id, id, id, '/' || id, 1 FROM unnest($1::text[], $2::text[]) AS added (id, parent_id)`,
      [menus.map(([id]) => id), menus.map(([, parentId]) => parentId)],
    );
  const addUserOf = async (name: string, menus: readonly string[], isAdministrator = false) => {
    const id = await addUser(name);
    await database.query(
      `WITH made AS (INSERT INTO role (role_name, is_system_administrator) VALUES ($1, $4) RETURNING id),
         given AS (INSERT INTO user_role (user_id, role_id) SELECT $2, id FROM made)
       INSERT INTO role_menu (role_id, menu_id) SELECT made.id, menu FROM made, unnest($3::text[]) AS menu`,
      [name, id, menus, isAdministrator],
    );
  };
  const keysOf = async (userName: string) => {
    const rows = await database.query(
      `SELECT DISTINCT permission FROM user_account account JOIN user_role ON user_id = account.id
       JOIN role_menu USING (role_id) JOIN menu ON menu.id = menu_id
       WHERE user_name = $1 AND permission IS NOT NULL ORDER BY permission`,
      [userName],
    );
    return rows.map(({ permission }) => permission);
  };

  it('from before they had permissions keep what people may do, gain nothing by pages that were groups, and get later ones', async () => {
    database = await databaseBefore(AddPermissionKeys2026112120120);
    await addMenus(['settings', null], ['myDoc', null], ['userList', null]);
    await addMenus(
      ...(['log', 'theme', 'system'] as const).map(
        (name) => [`settings.${name}`, 'settings'] as const,
      ),
      ['myDoc.files', 'myDoc'],
    );
    await addMenus(['custom', 'settings.log'], ['deeper', 'settings.system']);
    await addUserOf('of-group', ['settings', 'settings.log', 'custom', 'settings.theme']);
    await addUserOf('of-pages', ['userList', 'myDoc', 'myDoc.files']);
    const all = ['settings.log', 'settings.theme', 'settings.system', 'userList', 'myDoc.files'];
    await addUserOf('admin', all, true);
    await database.upgrade();

    expect(await keysOf('of-group')).toEqual(['theme.choose']);
    expect(await keysOf('of-pages')).toEqual(['disk.use', 'users.manage']);
    expect(await keysOf('admin')).toEqual(
      ['disk.use', 'log.see', 'system.manage', 'theme.choose', 'users.manage'].sort(),
    );
    expect(
      await database.query(`SELECT parent_id FROM menu WHERE id IN ('custom', 'deeper')`),
    ).toEqual([{ parent_id: 'settings' }, { parent_id: 'settings' }]);

    const runner = database.source.createQueryRunner();
    await addMenu(runner, {
      ...{ id: 'later', parentId: 'settings', menuName: '新页面', menuNameEn: 'Later' },
      ...{ menuUrl: '/later', permission: 'later.use', position: 20 },
    });
    await runner.release();
    expect(await keysOf('admin')).toContain('later.use');
    expect(await keysOf('of-group')).toEqual(['theme.choose']);
  });

  it('list own desktops for whoever has a page of resource management', async () => {
    database = await databaseBefore(ListOwnDesktops2026112722300);
    await addMenus(['desktopDot', null], ['userList', null]);
    await addMenus(['desktopDot.jobs', 'desktopDot']);
    await addUserOf('admin', ['desktopDot', 'desktopDot.jobs', 'userList'], true);
    await addUserOf('of-jobs', ['desktopDot', 'desktopDot.jobs']);
    await addUserOf('of-users', ['userList']);
    await database.upgrade();
    expect(await keysOf('admin')).toEqual(['desktops.use']);
    expect(await keysOf('of-jobs')).toEqual(['desktops.use']);
    expect(await keysOf('of-users')).toEqual([]);
  });
});

it('the two built-in roles of earlier versions are known again, and no other is taken for one', async () => {
  database = await databaseBefore(MarkBuiltInRoles2026112205000);
  await database.query(
    `INSERT INTO role (role_name, description, is_system_administrator) VALUES
       ('系统管理员', 'System administrator', true), ('普通用户', 'User', false), ('User', 'User', false), ('others', '', false)`,
  );
  await database.upgrade();
  const marked = await database.query(
    'SELECT role_name, built_in FROM role WHERE built_in IS NOT NULL ORDER BY built_in',
  );
  expect(marked).toEqual([
    { role_name: '系统管理员', built_in: 'administrators' },
    { role_name: '普通用户', built_in: 'users' },
  ]);
});

it('the numbers of users go on where those of an earlier version ended, deleted users counted', async () => {
  database = await databaseBefore(CountUsersInRows2026112215000);
  await addUser('one');
  await addUser('gone');
  await database.query(`DELETE FROM user_account WHERE user_name = 'gone'`);
  await database.upgrade();
  await addUser('three');
  const numbers = await database.query('SELECT user_number FROM user_account ORDER BY user_number');
  expect(numbers).toEqual([{ user_number: 1 }, { user_number: 3 }]);
});

it('nodes keep their names, but for letters that are another’s or that nobody sees', async () => {
  database = await databaseBefore(CompareNamesAsShown2026112215100, StoreNameKeys2026112616000);
  for (const name of ['a1', 'ａ1', 'a\u202e2', 'al', 'Al', 'b']) {
    await database.query(`INSERT INTO node (kind, name) VALUES ('desktop', $1)`, [name]);
  }
  await database.upgrade();
  const rows = await database.query(
    `SELECT name, name_key AS "nameKey", name_look AS "nameLook" FROM node ORDER BY created_at`,
  );
  const renamed = expect.stringMatching(/^a1-[0-9a-f]{8}$/);
  expect(rows.map(({ name }) => name)).toEqual(['a1', renamed, 'a2', 'al', 'Al', 'b']);
  expect(rows).toEqual(rows.map(({ name }) => ({ name, ...nameColumns(String(name)) })));
  // Twins of before stay, and can be changed.
  await database.query(`UPDATE node SET lan_ip = '127.0.0.2'`);
});

it('the load of hosts is kept, also what servers of the version before store after it', async () => {
  database = await databaseBefore(PartitionMetrics2026112322000);
  const store = async (...hours: readonly number[]): Promise<unknown> => {
    await database.query(
      `INSERT INTO node_metric (node_id, time, cpu, mem)
       SELECT id, now() + hours * interval '1 hour', 1, 1 FROM node, unnest($1::int[]) AS hours ON CONFLICT DO NOTHING`,
      [hours],
    );
    return (await database.query('SELECT count(*)::int AS count FROM node_metric'))[0]?.['count'];
  };
  await database.query(`INSERT INTO node (kind, name) VALUES ('compute', 'calc-1')`);
  expect(await store(-900, -30, 0)).toBe(3);
  await database.upgrade();
  expect(await store()).toBe(3);
  expect(await store(-1, 1, 24, 47)).toBe(7);
});

it('the averages of hosts take in what the version before had not averaged', async () => {
  database = await databaseBefore(AverageAtOnce2026112713000);
  await database.query(
    `INSERT INTO node_metric_roll_up (level, done_until)
     SELECT level, date_bin(level * interval '1 second', now(), 'epoch') FROM unnest(ARRAY[60, 900]) AS level`,
  );
  await database.query(
    `INSERT INTO node_metric (node_id, time, cpu, mem)
     SELECT gen_random_uuid(), now() - hours * interval '1 hour', 10 * (hours + 1), 1 FROM unnest(ARRAY[0, 2]) AS hours`,
  );
  await database.upgrade();
  expect(
    await database.query('SELECT level, cpu, samples FROM node_metric_level ORDER BY 1'),
  ).toEqual([60, 900].map((level) => ({ level, cpu: 10, samples: 1 })));
});

it('what is known of paths hangs on entries afterwards, and nobody is believed to have put one', async () => {
  database = await databaseBefore(HangEntriesOnFolders2026112610400);
  const [owner, ann, bob] = [await addUser('owner'), await addUser('ann'), await addUser('bob')];
  const project = firstId(
    await database.query(
      `INSERT INTO project (project_name, owner_id, approval_days) VALUES ('p', $1, 1) RETURNING id`,
      [owner],
    ),
  );
  await database.query(
    `INSERT INTO project_entry (project_id, path, path_key, put_by, put_at, trash_id)
     SELECT $1, path, sha256(convert_to(path, 'UTF8')), put_by, now(), trash_id
     FROM (VALUES ('/anns', $2::uuid, NULL), ('/anns/f.txt', $2, NULL), ('/seized.txt', $3, NULL), ('/mine.txt', $3, 'gone'),
       ('/kept.txt', $4, NULL)) AS known (path, put_by, trash_id)`,
    [project, ann, bob, owner],
  );
  const application = firstId(
    await database.query(
      `INSERT INTO download_application (project_id, user_id, approvers_needed, entries, files, bytes)
       VALUES ($1, $2, 1, 1, 1, 0) RETURNING id`,
      [project, bob],
    ),
  );
  await database.query(
    `INSERT INTO application_entry (application_id, "position", project_id, path, applied_path, trash_id, is_directory)
     VALUES ($1, 0, $2, '/mine.txt', '/was.txt', 'gone', false)`,
    [application, project],
  );
  await database.query(`INSERT INTO share (id, owner_id, share_type) VALUES ('s', $1, 1)`, [ann]);
  await database.query(
    `INSERT INTO share_path (share_id, "position", owner_id, path, is_directory) VALUES ('s', 0, $1, '/a/b.txt', false)`,
    [ann],
  );
  await database.upgrade();

  // What says the same as its folder has no row.
  expect(
    await database.query(
      'SELECT name, claimed_by, put_by FROM project_entry JOIN space_entry ON id = entry_id ORDER BY name',
    ),
  ).toEqual([
    { name: 'anns', claimed_by: ann, put_by: null },
    { name: 'kept.txt', claimed_by: null, put_by: owner },
    { name: 'mine.txt', claimed_by: bob, put_by: null },
    { name: 'seized.txt', claimed_by: bob, put_by: null },
  ]);
  expect(await database.query('SELECT path, trash_id, applied_path FROM applied_entry')).toEqual([
    { path: '/mine.txt', trash_id: 'gone', applied_path: '/was.txt' },
  ]);
  expect(await database.query('SELECT path, trash_id FROM shared_entry')).toEqual([
    { path: '/a/b.txt', trash_id: null },
  ]);
});
